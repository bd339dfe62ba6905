import { maskInWords, maskVpas } from "#lib/mask-account";

/** Account numbers, as v2 notifications name them. */
const ACCOUNT = /("bank_account_number":")([^"]*)(?=[^"]{4}")/g;

/** A webhook's body as people are shown it: account numbers keep their last four digits, and their length. */
export function maskBody(body: string): string {
  const named = body.replace(
    ACCOUNT,
    (_whole, name: string, hidden: string) => name + "•".repeat(hidden.length),
  );
  return maskVpas(named);
}

/** What a receiver answered, as people are shown it: it may have said again what it was sent. */
export const maskExcerpt = (excerpt: string): string => maskInWords(maskBody(excerpt));
