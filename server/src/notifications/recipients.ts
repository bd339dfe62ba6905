/** The e-mail addresses of a category. */
import { containsCardNumber } from "#lib/card-numbers";
import { isEmailAddress } from "#messages";
import { NotificationError } from "./errors.ts";
import { RECIPIENTS_MAX } from "./limits.ts";

/**
 * Addresses from a text with commas between them, or from a list of such texts; each once, whatever its capitals.
 * Throws `recipient_invalid` with the first that is no address.
 */
export function readRecipients(given: string | readonly string[]): string[] {
  const addresses = [given]
    .flat()
    .flatMap((text) => text.split(","))
    .flatMap((text) => text.trim() || []);
  const wrong = addresses.find((address) => !isEmailAddress(address) || containsCardNumber(address));
  if (wrong !== undefined) throw NotificationError.recipient_invalid({ recipient: wrong.slice(0, 320) });
  return mergeRecipients(addresses);
}

/** Each address once, in the order given; of two spellings the first. Throws `recipients_too_many` past ten. */
export function mergeRecipients(addresses: readonly string[]): string[] {
  const merged = new Map<string, string>();
  for (const address of addresses) {
    const key = address.toLowerCase();
    if (!merged.has(key)) merged.set(key, address);
  }
  if (merged.size > RECIPIENTS_MAX)
    throw NotificationError.recipients_too_many({ limit: RECIPIENTS_MAX, given: merged.size });
  return [...merged.values()];
}

/** An address as an audit record may keep it forever: "a***@example.com". */
export function maskRecipient(address: string): string {
  return `${address.slice(0, 1)}***${address.slice(address.lastIndexOf("@"))}`;
}
