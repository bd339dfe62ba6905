/**
 * Until when the law requires records of payments. The Companies Act 2013, section 128(5), asks for books and vouchers
 * of the eight financial years before the current one. This is longer than the five years that the Prevention of
 * Money-laundering Act 2002, section 12, asks of banks and payment firms, and than the Income-tax Rules (rule 6F).
 */
import { istDate } from "#lib/ist";

const YEARS = 8;
/** A financial year begins on 1 April. */
const FIRST_MONTH = 4;

/** Returns the moment, by Indian time, at which a payment of `paidAt` need not be on record any more. */
export function keptUntil(paidAt: Date): Date {
  const [year, month] = istDate(paidAt).split("-").map(Number) as [number, number];
  const begun = month >= FIRST_MONTH ? year : year - 1;
  // The year of the payment ends a year after it began, and eight others must pass.
  return new Date(`${begun + 1 + YEARS}-04-01T00:00:00+05:30`);
}
