import { Readable } from "node:stream";
import { memberOperation } from "#dashboard/operation";
import type { Context } from "#lib/context";
import { maskVpaInFile } from "#lib/mask-account";
import { type ColumnToWrite, type RowToWrite, writeCsv } from "@vitaran/spreadsheets";
import { Refusal } from "#http";
import { istDate, istText } from "#lib/ist";
import { withPaidOnly } from "#rails";
import {
  countMatches,
  isCharged,
  publicStatus,
  searchTransfers,
  type FoundTransfer,
  type TransferFilter,
} from "#transfers";
import { filterFields, readFilter } from "./transfer-row.ts";

/** Longer exports are made as reports, in the background. */
const ROWS_MAX = 50_000;
const PAGE = 1_000;

export const exportTransfers = memberOperation({
  name: "exportTransfers",
  method: "GET",
  path: "/merchants/{merchantId}/transfers.csv",
  tag: "Transfers",
  summary: "Download the transfers that match a filter as CSV",
  description: "At most 50,000; a report holds more. Account numbers show their last four digits.",
  permission: "export_data",
  query: filterFields,
  output: { download: ["text/csv"] },
  refusals: {
    too_many_rows: {
      status: 422,
      message: "More than 50,000 transfers fit this filter. Narrow it, or request a report.",
    },
  },
  handle: async ({ ctx, merchantId, input }) => {
    const filter = readFilter(input);
    const { now, exact } = await ctx.db.inMerchant(merchantId, async (tx) => ({
      now: tx.now,
      exact: (await countMatches(tx, filter, ROWS_MAX)).exact,
    }));
    if (!exact) throw new Refusal("too_many_rows");
    const rows = walkRows(ctx, merchantId, filter);
    return {
      name: `transfers-${istDate(now)}-ist.csv`,
      mediaType: "text/csv",
      bytes: Readable.from(writeCsv(COLUMNS, rows)),
    };
  },
});

async function* walkRows(
  ctx: Context,
  merchantId: string,
  filter: TransferFilter,
): AsyncGenerator<RowToWrite> {
  let after: FoundTransfer["transfer"] | undefined;
  for (;;) {
    const found = await ctx.db.inMerchant(merchantId, (tx) =>
      searchTransfers(tx, { filter, after, limit: PAGE }),
    );
    for (const one of found) yield rowOf(one);
    if (found.length < PAGE) return;
    after = found.at(-1)!.transfer;
  }
}

const COLUMNS: readonly ColumnToWrite[] = [
  { name: "createdOn", title: "Created on (IST)", kind: "date" },
  { name: "transferId", title: "Transfer ID" },
  { name: "referenceId", title: "Reference ID" },
  { name: "beneId", title: "Beneficiary ID" },
  { name: "payee", title: "Payee" },
  { name: "account", title: "Account" },
  { name: "ifsc", title: "IFSC" },
  { name: "vpa", title: "VPA" },
  { name: "amount", title: "Amount", kind: "amount" },
  { name: "fee", title: "Fee", kind: "amount" },
  { name: "tax", title: "Tax", kind: "amount" },
  { name: "mode", title: "Mode" },
  { name: "rail", title: "Rail" },
  { name: "status", title: "Status" },
  { name: "reason", title: "Reason" },
  { name: "utr", title: "UTR" },
  { name: "fundSource", title: "Fund source" },
  { name: "remarks", title: "Remarks" },
  { name: "finishedOn", title: "Finished on (IST)", kind: "date" },
];

function rowOf({ transfer, payee: listed }: FoundTransfer): RowToWrite {
  const payee = withPaidOnly(transfer.mode, listed);
  return {
    createdOn: istText(transfer.acceptedAt),
    transferId: transfer.transferKey,
    referenceId: String(transfer.referenceId),
    beneId: payee.beneId,
    payee: payee.name,
    account: payee.accountLast4 === null ? null : `XXXX${payee.accountLast4}`,
    ifsc: payee.ifsc,
    vpa: payee.vpa && maskVpaInFile(payee.vpa),
    amount: transfer.amountPaise,
    fee: isCharged(transfer) ? transfer.feePaise : 0n,
    tax: isCharged(transfer) ? transfer.taxPaise : 0n,
    mode: transfer.mode,
    rail: transfer.rail.toUpperCase(),
    status: publicStatus[transfer.status],
    reason: transfer.reason,
    utr: transfer.utr,
    fundSource: transfer.fundSourceId,
    remarks: transfer.remarks,
    finishedOn: transfer.finishedAt === null ? null : istText(transfer.finishedAt),
  };
}
