import { createHash } from "node:crypto";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import { readTable, type ColumnToRead } from "#lib/tables";
import type { Batch } from "./batch.ts";
import { BatchError } from "./errors.ts";
import { FORMATS, fieldsOf, type FieldName, type FormatName } from "./formats.ts";
import { prepareRows } from "./prepare-rows.ts";
import { readFields } from "./read-fields.ts";
import { storeBatch } from "./store-batch.ts";

/** A file of rows: .csv, .xlsx or .xls by what it holds, whatever it is called. */
export interface FileToReceive {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly format: FormatName;
  readonly replacesBeneficiaries: boolean;
  /** Which fund source pays; null: the only one, or the wallet. */
  readonly fundSourceId: string | null;
  readonly by: Actor;
}

/**
 * Takes a file of up to 10,000 rows and answers the batch after the commit; workers do the rest. A file that cannot
 * be trusted is refused as a whole, with row and column (TableError); what is wrong with the values of a row is
 * told of that row. Throws BatchError.rows_missing or fund_source_not_available.
 */
export async function receiveFile(ctx: Context, merchantId: string, file: FileToReceive): Promise<Batch> {
  const { bytes, name, by, ...head } = file;
  const { rows } = await readTable(bytes, { columns: columnsOf(head.format) });
  if (rows.length === 0) throw BatchError.rows_missing();
  const given = rows.map((row) => ({ line: row.rowNumber, fields: readFields(head.format, row.values) }));
  const content = await prepareRows(ctx.vault, merchantId, { head, given });
  // Keyed: what stands in a short file could be guessed from a plain hash of it.
  const fileHash = ctx.vault.hmac("batch.file", createHash("sha256").update(bytes).digest("hex"));
  const batch = await ctx.db.inMerchant(merchantId, (tx) =>
    storeBatch(tx, { batchKey: null, name, fileHash, content, by }),
  );
  crashPoint("batches.receive.committed");
  // Only a batch with a key of the merchant's can be known already.
  return batch!;
}

function columnsOf(format: FormatName): ColumnToRead[] {
  const { needed } = FORMATS[format];
  return fieldsOf(format).map((name) => {
    const text = DIGITS[name];
    return { name, required: needed.includes(name), ...(text === undefined ? {} : { text }) };
  });
}

/** Where digits are a name and no quantity. Leading zeros are common in account numbers, and lost without a trace. */
const DIGITS: Readonly<Partial<Record<FieldName, true | "strict">>> = {
  bankAccount: "strict",
  beneId: true,
  transferId: true,
  phone: true,
  ifsc: true,
  vpa: true,
  cardNo: true,
  token: "strict",
  cryptogram: "strict",
  tokenExpiry: true,
  tokenPANSequenceNumber: "strict",
  pincode: true,
};
