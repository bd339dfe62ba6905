import { Readable } from "node:stream";
import Type from "typebox";
import { partnerBank } from "#banks";
import { type DashboardOperation, resource } from "#dashboard/operation";
import { at, nullable, rupees, words } from "#dashboard/schemas";
import { text } from "#http";
import { formatRupees } from "#lib/money";
import { type ColumnToWrite, type RowToWrite, writeCsv } from "@vitaran/spreadsheets";
import { istDate, istText } from "#lib/ist";
import { RAILS } from "#rails";
import {
  ageOf,
  AGES,
  type BankAgeing,
  listOverdue,
  type OverdueCredit,
  sumAgeing,
  writeClaimLetter,
} from "#turnaround";

const operation = resource({ at: "", tag: "Turnaround", permission: "access_transfers" });

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
    /** The latest time at which a return is on time. */
    dueAt: at,
    returnedAt: nullable(at),
    /** `unknown` means that it is not known whether it was paid, so nothing is claimed. */
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
    /** The amounts by age, the youngest first. */
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

const listOverdueCredits = operation({
  name: "listOverdueCredits",
  method: "GET",
  path: "/overdue-credits",
  summary: "Payments that neither arrived nor came back in time, and what banks owe for them",
  description:
    "By the merchant's clock, of the last 180 days: T+1 and ₹100 a day for IMPS, UPI, cards and wallets, interest " +
    "for NEFT and RTGS. Nothing is booked: it is what may be claimed.",
  output: Type.Object({
    asOf: at,
    items: Type.Array(credit),
    banks: Type.Array(bank),
    /** True if the list was cut off because there are more. */
    isCut: Type.Boolean(),
  }),
  handle: async ({ ctx, merchantId }) => {
    const overdue = await listOverdue(ctx, merchantId);
    return { ...overdue, banks: sumAgeing(overdue.credits) };
  },
  show: ({ at: asOf, credits, banks, isCut }) => ({
    asOf,
    items: credits.map(showCredit),
    banks: banks.map(showBank),
    isCut,
  }),
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

const exportOverdueCredits = operation({
  name: "exportOverdueCredits",
  method: "GET",
  path: "/overdue-credits.csv",
  summary: "Download the payments that neither arrived nor came back in time as CSV",
  description: "The same as the list, the longest sent first, each with its age.",
  permission: "export_data",
  output: { download: ["text/csv"] },
  handle: async ({ ctx, merchantId }) => {
    const { at, credits } = await listOverdue(ctx, merchantId);
    return {
      name: `late-returns-${istDate(at)}-ist.csv`,
      mediaType: "text/csv",
      bytes: Readable.from(writeCsv(COLUMNS, credits.map(rowOf))),
    };
  },
});

const COLUMNS: readonly ColumnToWrite[] = [
  { name: "bank", title: "Bank" },
  { name: "age", title: "Age in days" },
  { name: "transferId", title: "Transfer ID" },
  { name: "referenceId", title: "Reference ID" },
  { name: "bankReference", title: "Bank reference" },
  { name: "utr", title: "UTR" },
  { name: "rail", title: "Rail" },
  { name: "amount", title: "Amount", kind: "amount" },
  { name: "sentOn", title: "Sent on (IST)", kind: "date" },
  { name: "dueBy", title: "Due back by (IST)", kind: "date" },
  { name: "returnedOn", title: "Returned on (IST)", kind: "date" },
  { name: "standing", title: "State" },
  { name: "days", title: "Days late", kind: "count" },
  { name: "owed", title: "Owed", kind: "amount" },
];

function rowOf(one: OverdueCredit): RowToWrite {
  return {
    bank: partnerBank(one.bankId)?.name ?? one.bankId,
    age: ageOf(one.days),
    transferId: one.transferKey,
    referenceId: String(one.referenceId),
    bankReference: one.reference,
    utr: one.utr,
    rail: one.rail.toUpperCase(),
    amount: one.amountPaise,
    sentOn: istText(one.sentAt),
    dueBy: istText(one.dueAt),
    returnedOn: one.returnedAt === null ? null : istText(one.returnedAt),
    standing: one.standing,
    days: one.days,
    owed: one.owedPaise,
  };
}

const getClaimLetter = operation({
  name: "getClaimLetter",
  method: "GET",
  path: "/claim-letters/{bankId}",
  summary: "Download the letter that claims from a bank what it owes for late returns",
  pathFields: { bankId: text({ max: 40 }) },
  output: { download: ["application/pdf"] },
  refusals: { nothing_to_claim: { status: 404, message: "There is nothing to claim from this bank." } },
  handle: ({ ctx, merchantId, input }) => writeClaimLetter(ctx, merchantId, input),
  show: ({ number, pdf }) => ({ name: `${number}.pdf`, mediaType: "application/pdf", bytes: pdf }),
});

export const turnaroundOperations: readonly DashboardOperation[] = [
  listOverdueCredits,
  exportOverdueCredits,
  getClaimLetter,
];
