import type { IncomingMessage } from "node:http";
import { IdempotencyError } from "./errors.ts";
import { KEPT_HOURS } from "./prune-keys.ts";

/** Both names are accepted on every API surface. */
const KEY_HEADERS = ["idempotency-key", "x-idempotency-key"] as const;

const KEY_LENGTH_MAX = 255;
const KEY = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** The published description of the header, for every operation that accepts it. */
export const KEY_DESCRIPTION =
  "The same key with the same request gets the first response again and does nothing twice, for " +
  `${KEPT_HOURS} hours; with another request it gets 409, which names the first one. The repeated response is marked ` +
  "`Idempotent-Replayed: true`. Every field counts, your own IDs too. A refused request that did nothing leaves its " +
  "key free, and after 429 or 5xx the same request can be sent again.";

export const keySchema = { type: "string", minLength: 1, maxLength: KEY_LENGTH_MAX } as const;

/** Reads the key of a request; null if it has none. Throws IdempotencyError.key_invalid. */
export function readKey(request: IncomingMessage): string | null {
  // Most requests have none, and finding repeated headers means reading all of them.
  if (KEY_HEADERS.every((name) => request.headers[name] === undefined)) return null;
  const given = KEY_HEADERS.map((name) => valuesOf(request, name));
  if (given.some((values) => values.length > 1)) throw IdempotencyError.key_invalid();
  const [key, other = key] = given.flat();
  if (key === undefined) return null;
  if (key !== other || key.length > KEY_LENGTH_MAX || !KEY.test(key)) throw IdempotencyError.key_invalid();
  return key;
}

/** Returns every value of a header separately, while `headers` joins them. */
function valuesOf({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_value, at) => at % 2 === 1 && rawHeaders[at - 1]!.toLowerCase() === name);
}
