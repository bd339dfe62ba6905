import type { IncomingMessage } from "node:http";
import { IdempotencyError } from "./errors.ts";

/** Both names are taken everywhere. */
export const KEY_HEADERS = ["idempotency-key", "x-idempotency-key"] as const;

export const KEY_LENGTH_MAX = 255;
const KEY = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** The key of a request; null where it has none. Throws IdempotencyError.key_invalid. */
export function readKey(request: IncomingMessage): string | null {
  // Most requests have none, and telling headers apart takes all of them.
  if (KEY_HEADERS.every((name) => request.headers[name] === undefined)) return null;
  const given = KEY_HEADERS.map((name) => valuesOf(request, name));
  if (given.some((values) => values.length > 1)) throw IdempotencyError.key_invalid();
  const [key, other = key] = given.flat();
  if (key === undefined) return null;
  if (key !== other || key.length > KEY_LENGTH_MAX || !KEY.test(key)) throw IdempotencyError.key_invalid();
  return key;
}

/** Every value that a header is sent with, which Node joins to one elsewhere. */
function valuesOf({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_value, at) => at % 2 === 1 && rawHeaders[at - 1]!.toLowerCase() === name);
}
