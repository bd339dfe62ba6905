import { maskAll, maskVpas, maskWords } from "#lib/mask-account";

/** Account numbers in v2 notifications. */
const ACCOUNT = /("bank_account_number":")([^"]*)(?=")/g;

/** Masks a webhook's body for people: account numbers keep their length and their end. */
export const maskBody = (body: string): string =>
  maskVpas(body.replace(ACCOUNT, (_whole, name: string, number: string) => name + maskAll(number)));

/** Words of a body that may be references of a payment. */
const REFERENCE = /[\w.:-]*\d[\w.:-]*/g;

/**
 * Masks a receiver's response for people, because it may repeat what was sent. What stands in the masked body, which
 * is shown beside it, stays; the account numbers of the body are masked in every form.
 */
export function maskExcerpt(excerpt: string, body = ""): string {
  const accounts = [...body.matchAll(ACCOUNT)].map(([, , number]) => number!);
  const references = [...new Set(maskBody(body).match(REFERENCE))];
  return maskWords(maskBody(excerpt), { references, accounts });
}
