import { maskInWords, maskVpas } from "#lib/mask-account";

/** Account numbers in v2 notifications. */
const ACCOUNT = /("bank_account_number":")([^"]*)(?=[^"]{4}")/g;

/** Masks a webhook's body for people: account numbers keep their length and last four digits. */
export function maskBody(body: string): string {
  const named = body.replace(
    ACCOUNT,
    (_whole, name: string, hidden: string) => name + "•".repeat(hidden.length),
  );
  return maskVpas(named);
}

/** Masks a receiver's response for people, because it may repeat what was sent. */
export const maskExcerpt = (excerpt: string): string => maskInWords(maskBody(excerpt));
