/** Exact amounts: rupees as text or whole paise as bigint, and never a floating-point number. */
import { InvalidInputError } from "./errors.ts";

/** Rupees as text with at most two decimals (`"1243.50"`), or whole paise as bigint (`124350n`). */
export type Amount = string | bigint;

const RUPEES = /^([0-9]{1,13})(?:\.([0-9]{1,2}))?$/;
const PAISE_MAX = 999_999_999_999_999n;

/**
 * Returns an amount in paise.
 * @param amount rupees as text or paise as bigint, not negative
 * @param field named in the error
 * @throws {InvalidInputError} for a number, a negative amount, more than two decimals or 13 digits of rupees
 */
export function toPaise(amount: Amount, field = "amount"): bigint {
  if (typeof amount === "bigint") {
    if (amount >= 0n && amount <= PAISE_MAX) return amount;
    throw new InvalidInputError(
      `${field}: ${amount} paise is negative or more than 13 digits of rupees`,
      field,
    );
  }
  if (typeof amount === "string") {
    const [matched, rupees = "", decimals = ""] = RUPEES.exec(amount) ?? [];
    if (matched !== undefined) return BigInt(rupees + decimals.padEnd(2, "0"));
    const wanted = 'rupees as text with at most two decimals, as in "1243.50"';
    throw new InvalidInputError(`${field}: ${JSON.stringify(amount)} is not ${wanted}`, field);
  }
  const said = `${field}: ${typeof amount === "number" ? `the number ${amount}` : typeof amount} is refused`;
  const why = "numbers cannot hold every amount exactly";
  throw new InvalidInputError(
    `${said}, as ${why}; give rupees as text ("1243.50") or paise as bigint (124350n)`,
    field,
  );
}

/**
 * Formats an amount as rupees with two decimals: `formatRupees(124350n)` is `"1243.50"`.
 * @throws {InvalidInputError} for the same amounts as `toPaise`
 */
export function formatRupees(amount: Amount, field = "amount"): string {
  const paise = toPaise(amount, field);
  return `${paise / 100n}.${String(paise % 100n).padStart(2, "0")}`;
}

/** Returns the sum of amounts, as rupees with two decimals. */
export function sumRupees(amounts: readonly Amount[]): string {
  return formatRupees(amounts.reduce((sum: bigint, amount) => sum + toPaise(amount), 0n));
}
