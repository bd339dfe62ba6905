import { amount, listOf, object, text, withDefault } from "#http";
import type { ServiceCharge } from "#lending";

/** What a loan is about: the amount asked for, and the charges taken from it. */
export const loanMoneyFields = {
  amount: amount(),
  charges: withDefault(
    listOf(object({ name: text({ max: 50 }), amount: amount({ min: 1n }) }), { max: 20 }),
    [],
  ),
};

export const loanMoneyRefusals = {
  not_agreed: { status: 422, message: "There is no active lender agreement." },
  charges_exceed_amount: { status: 422, message: "The charges equal or exceed the amount." },
} as const;

/** The same as the verbs of the module take it. */
export function readLoanMoney(input: {
  amount: bigint;
  charges: readonly { name: string; amount: bigint }[];
}): { amountPaise: bigint; charges: ServiceCharge[] } {
  const charges = input.charges.map((charge) => ({ name: charge.name, amountPaise: charge.amount }));
  return { amountPaise: input.amount, charges };
}
