import { parseRupees } from "#lib/money";
import { type Answer, refuse } from "./answers.ts";
import { type Fields, readField } from "./fields.ts";

/** The refusals of an amount that is moved without a transfer. */
export const amountAnswers = {
  amount_missing: refuse("412", "Amount missing in the request."),
  amount_invalid: refuse("422", "Invalid amount passed."),
  amount_decimals: refuse("422", "Invalid Amount Passed.Only 2 decimal places are allowed."),
  amount_too_small: refuse("422", "amount should be at least 1.0"),
} as const;

const ONE_RUPEE = 100n;

/** Reads an amount of one rupee or more, in paise, or returns its refusal. */
export function readAmount(body: Fields): bigint | Answer {
  const value = readField(body, "amount");
  if (value === undefined) return amountAnswers.amount_missing;
  const amount = parseRupees(value);
  if (amount === "not_an_amount") return amountAnswers.amount_invalid;
  if (amount === "too_many_decimals") return amountAnswers.amount_decimals;
  return amount < ONE_RUPEE ? amountAnswers.amount_too_small : amount;
}
