import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { at, nullable, rupees, words } from "#dashboard/schemas";
import { partnerBank } from "#banks";
import { formatRupees } from "#lib/money";
import { RAILS } from "#rails";
import { AGES, listOverdue, sumAgeing, type BankAgeing, type OverdueCredit } from "#turnaround";

const credit = Type.Object(
  {
    transferId: Type.String(),
    transferKey: Type.String(),
    bankId: Type.String(),
    bankName: Type.String(),
    rail: words(RAILS),
    amount: rupees,
    utr: nullable(Type.String()),
    sentAt: at,
    /** The last moment at which the return was, or would have been, in time. */
    dueAt: at,
    returnedAt: nullable(at),
    /** `unknown`: not known whether it was paid, and so not claimed. */
    standing: words(["returned", "deemed", "debited", "unknown"]),
    days: Type.Integer(),
    owed: rupees,
  },
  { $id: "OverdueCredit" },
);

const bank = Type.Object(
  {
    bankId: Type.String(),
    bankName: Type.String(),
    /** Youngest first. */
    ages: Type.Array(
      Type.Object({
        age: words(AGES.map(({ name }) => name)),
        count: Type.Integer(),
        amount: rupees,
        owed: rupees,
      }),
    ),
    claims: Type.Integer(),
    unknown: Type.Integer(),
    owed: rupees,
  },
  { $id: "BankAgeing" },
);

export const listOverdueCredits = memberOperation({
  name: "listOverdueCredits",
  method: "GET",
  path: "/merchants/{merchantId}/overdue-credits",
  tag: "Turnaround",
  summary: "Payments that neither arrived nor came back in time, and what banks owe for them",
  description:
    "By the merchant's clock, of the last 180 days: T+1 and ₹100 a day for IMPS, UPI, cards and wallets, interest " +
    "for NEFT and RTGS. Nothing is booked: it is what may be claimed.",
  permission: "access_transfers",
  output: Type.Object({
    asOf: at,
    items: Type.Array(credit),
    banks: Type.Array(bank),
    /** Whether there are more than are listed. */
    isCut: Type.Boolean(),
  }),
  handle: async ({ ctx, merchantId }) => {
    const { at: asOf, credits, isCut } = await listOverdue(ctx, merchantId);
    return { asOf, items: credits.map(showCredit), banks: sumAgeing(credits).map(showBank), isCut };
  },
});

const bankName = (bankId: string): string => partnerBank(bankId)?.name ?? bankId;

const showCredit = (one: OverdueCredit) => {
  const { transferId, transferKey, bankId, rail, utr, sentAt, dueAt, returnedAt, standing, days } = one;
  return {
    ...{ transferId, transferKey, bankId, rail, utr, sentAt, dueAt, returnedAt, standing, days },
    bankName: bankName(bankId),
    amount: formatRupees(one.amountPaise),
    owed: formatRupees(one.owedPaise),
  };
};

const showBank = ({ bankId, ages, claims, unknown, owedPaise }: BankAgeing) => ({
  ...{ bankId, bankName: bankName(bankId), claims, unknown },
  owed: formatRupees(owedPaise),
  ages: ages.map(({ age, count, amountPaise, owedPaise: owed }) => ({
    ...{ age, count },
    amount: formatRupees(amountPaise),
    owed: formatRupees(owed),
  })),
});
