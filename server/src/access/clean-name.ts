import { AccessError } from "./errors.ts";

const LENGTH_MAX = 100;

/**
 * A name as it is kept: one line with something to read in it, since it stands in messages to payees and in letters
 * to banks. Throws `bad_name`.
 */
export function cleanName(text: string): string {
  const name = text.trim();
  const isReadable =
    name.length <= LENGTH_MAX && /[\p{L}\p{N}]/u.test(name) && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name);
  if (!isReadable) throw AccessError.bad_name();
  return name;
}
