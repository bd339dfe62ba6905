import { Readable } from "node:stream";
import { partnerBank } from "#banks";
import { memberOperation } from "#dashboard/operation";
import { type ColumnToWrite, type RowToWrite, writeCsv } from "#lib/tables";
import { istDate, istText } from "#rails";
import { ageOf, listOverdue, type OverdueCredit } from "#turnaround";

export const exportOverdueCredits = memberOperation({
  name: "exportOverdueCredits",
  method: "GET",
  path: "/merchants/{merchantId}/overdue-credits.csv",
  tag: "Turnaround",
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
