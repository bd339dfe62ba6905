import type { Reader } from "#lib/db";
import { AccessError } from "./errors.ts";

const LENGTH_MAX = 100;

/** Control characters, line ends, and invisible marks, except the two that join letters in Indian scripts. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u;
/** A mail program makes a link of these, and @ is the sign of an e-mail address. */
const ADDRESS = /@|:\/\/|\bwww\.|\p{L}\.\p{L}{2,}\//iu;

/**
 * Returns a name in the form in which it is stored: one line with something to read in it and no address, because it
 * appears in messages to payees, in e-mails to strangers and in letters to banks. Throws `bad_name`.
 */
export function cleanName(text: string): string {
  const name = text.trim();
  const isReadable = name.length <= LENGTH_MAX && /[\p{L}\p{N}]/u.test(name) && !UNSEEN.test(name);
  if (!isReadable || ADDRESS.test(name)) throw AccessError.bad_name();
  return name;
}

/** Makes others who would create the same thing by name wait until this transaction ends. */
export async function lockName(
  tx: Reader,
  kind: "organization" | "merchant" | "member",
  name: string,
): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`access.${kind}:${name}`]);
}
