import { readMerchant } from "#access";
import type { Tx } from "#lib/db";
import { writeCsv, writeXlsx, type ColumnToWrite, type RowToWrite } from "#lib/tables";
import { istDate, istText } from "#rails";
import { FundSourceError } from "./errors.ts";
import { readFundSources } from "./read-fund-sources.ts";
import { readStatement, type Statement, type StatementEntry } from "./read-statement.ts";
import { describeKind } from "./statement-kinds.ts";
import { drawStatement } from "./draw-statement.ts";

export const STATEMENT_FORMATS = ["csv", "xlsx", "pdf"] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** The most entries of one file. */
export const STATEMENT_ENTRIES_MAX = 10_000;

const DAY_MS = 86_400_000;

export interface StatementFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * Writes the statement of a fund source over days in India as a file, oldest first. Throws
 * FundSourceError.not_found, or too_many_entries above `STATEMENT_ENTRIES_MAX`.
 */
export async function writeStatementFile(
  tx: Tx,
  fundSourceId: string,
  { from, to, format }: { from: Date; to: Date; format: StatementFormat },
): Promise<StatementFile> {
  const page = { from, to, page: 1, perPage: STATEMENT_ENTRIES_MAX };
  const statement = await readStatement(tx, fundSourceId, page);
  if (statement.entryCount > STATEMENT_ENTRIES_MAX) {
    throw FundSourceError.too_many_entries({ limit: STATEMENT_ENTRIES_MAX, found: statement.entryCount });
  }
  const [firstDay, lastDay] = [istDate(from), istDate(new Date(to.getTime() - DAY_MS))];
  const name = `statement-${fundSourceId}_${firstDay}_${lastDay}_IST.${format}`;
  if (format !== "pdf") return { name, bytes: await writeTable(format, statement) };
  const [merchant, sources] = await Promise.all([readMerchant(tx), readFundSources(tx)]);
  const source = sources.find((one) => one.fundSourceId === fundSourceId)!;
  const head = {
    merchantName: merchant.name,
    mode: merchant.mode,
    source,
    firstDay,
    lastDay,
    madeAt: tx.now,
  };
  return { name, bytes: await drawStatement(statement, head) };
}

const WRITERS = { csv: writeCsv, xlsx: writeXlsx } as const;

const COLUMNS: readonly ColumnToWrite[] = [
  { name: "date", title: "Date (IST)", kind: "date" },
  { name: "kind", title: "Kind" },
  { name: "key", title: "Id" },
  { name: "referenceId", title: "Reference id" },
  { name: "utr", title: "UTR" },
  { name: "remarks", title: "Remarks" },
  { name: "amount", title: "Amount", kind: "amount" },
  { name: "charges", title: "Charges", kind: "amount" },
  { name: "change", title: "Change", kind: "amount" },
  { name: "balance", title: "Balance", kind: "amount" },
];

async function writeTable(format: "csv" | "xlsx", { entries }: Statement): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(WRITERS[format](COLUMNS, entries.map(rowOf))));
}

function rowOf(entry: StatementEntry): RowToWrite {
  return {
    date: istText(entry.at),
    kind: describeKind(entry.kind),
    key: entry.key,
    referenceId: entry.referenceId === null ? null : String(entry.referenceId),
    utr: entry.utr,
    remarks: entry.remarks,
    amount: entry.amountPaise,
    charges: entry.chargesPaise,
    change: entry.changePaise,
    balance: entry.balancePaise,
  };
}
