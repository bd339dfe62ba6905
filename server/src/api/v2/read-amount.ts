import { parseRupees } from "#lib/money";
import { readField, type Fields } from "./fields.ts";
import { invalid, Refused } from "./refusals.ts";

export const amountRefusals = {
  amount_missing: invalid("transfer_amount_missing", "transfer_amount is missing in the request"),
  amount_invalid: invalid("transfer_amount_invalid", "transfer_amount should be a number of rupees"),
  amount_decimals: invalid("transfer_amount_invalid", "transfer_amount should have at most two decimals"),
  amount_too_small: invalid("transfer_amount_invalid", "transfer_amount should be greater then 1.00"),
} as const;

const ONE_RUPEE = 100n;

/**
 * Returns the amount in paise, one rupee or more. It must be a JSON number and is taken to the paisa as
 * written: the body is read in such a way that a number which a double cannot hold is refused here.
 */
export function readAmount(fields: Fields, place: string): bigint {
  const value = readField(fields, "transfer_amount");
  if (value === undefined) throw new Refused(amountRefusals.amount_missing, { place });
  if (typeof value !== "number") throw new Refused(amountRefusals.amount_invalid, { place });
  const paise = parseRupees(value);
  if (paise === "not_an_amount") throw new Refused(amountRefusals.amount_invalid, { place });
  if (paise === "too_many_decimals") throw new Refused(amountRefusals.amount_decimals, { place });
  if (paise < ONE_RUPEE) throw new Refused(amountRefusals.amount_too_small, { place });
  return paise;
}
