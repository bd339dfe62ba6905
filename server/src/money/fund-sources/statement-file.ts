import { readMerchant } from "#access";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { writeCsv, writeXlsx, type ColumnToWrite, type RowToWrite } from "@vitaran/spreadsheets";
import { istDate, istText } from "#lib/ist";
import { FundSourceError } from "./errors.ts";
import { readFundSources } from "./fund-source.ts";
import { readStatement, type SourceStatement, type StatementEntry } from "./read-statement.ts";
import { describeKind } from "./statement-kinds.ts";
import { drawStatement } from "./draw-statement.ts";

export const STATEMENT_FORMATS = ["csv", "xlsx", "pdf"] as const;
export type DrawnFormat = (typeof STATEMENT_FORMATS)[number];

/** The maximum number of entries in one file. */
export const STATEMENT_ENTRIES_MAX = 10_000;

const DAY_MS = 86_400_000;

interface DrawnFile {
  readonly name: string;
  readonly bytes: Buffer;
}

interface FileToWrite {
  readonly fundSourceId: string;
  readonly from: Date;
  readonly to: Date;
  readonly format: DrawnFormat;
}

/**
 * Writes the statement of a fund source over days in India to a file, oldest first; no transaction is open
 * meanwhile. Throws FundSourceError.not_found, or too_many_entries above `STATEMENT_ENTRIES_MAX`.
 */
export async function writeStatementFile(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { fundSourceId, from, to, format }: FileToWrite,
): Promise<DrawnFile> {
  const days = { firstDay: istDate(from), lastDay: istDate(new Date(to.getTime() - DAY_MS)) };
  const { statement, ...head } = await ctx.db.inMerchant(merchantId, (tx) =>
    readAll(tx, fundSourceId, { from, to }),
  );
  const name = `statement-${fundSourceId}_${days.firstDay}_${days.lastDay}_IST.${format}`;
  if (format !== "pdf") return { name, bytes: await writeTable(format, statement) };
  return { name, bytes: await drawStatement(statement, { ...head, ...days }) };
}

async function readAll(tx: Tx, fundSourceId: string, range: { from: Date; to: Date }) {
  const page = { ...range, page: 1, perPage: STATEMENT_ENTRIES_MAX };
  const statement = await readStatement(tx, fundSourceId, page);
  if (statement.entryCount > STATEMENT_ENTRIES_MAX) {
    throw FundSourceError.too_many_entries({ limit: STATEMENT_ENTRIES_MAX, found: statement.entryCount });
  }
  const [{ name: merchantName, mode }, sources] = await Promise.all([readMerchant(tx), readFundSources(tx)]);
  const source = sources.find((one) => one.fundSourceId === fundSourceId)!;
  return { statement, merchantName, mode, source, madeAt: tx.now };
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

async function writeTable(format: "csv" | "xlsx", { entries }: SourceStatement): Promise<Buffer> {
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
