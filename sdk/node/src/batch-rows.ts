import { InvalidInputError } from "./errors.ts";
import type { BatchesCreateInput } from "./generated/models.ts";
import { type Amount, sumRupees, toPaise } from "./money.ts";

/** A row of a batch, as in a spreadsheet. It names the payee in exactly one way. */
export interface BatchRow {
  /** Your own ID of the transfer. The same ID is paid only once. */
  readonly transferId: string;
  /** Rupees as text or paise as bigint. */
  readonly amount: Amount;
  readonly transferMode?: "banktransfer" | "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay";
  readonly remarks?: string;
  /** The ID of a listed beneficiary. */
  readonly beneId?: string;
  /** A bank account, with `ifsc`, `name`, `phone` and `email`. */
  readonly bankAccount?: string;
  readonly ifsc?: string;
  /** A UPI ID, with `name`, `phone` and `email`. */
  readonly vpa?: string;
  readonly name?: string;
  readonly phone?: string;
  readonly email?: string;
}

export interface BatchOfRows {
  readonly batchTransferId: string;
  readonly rows: readonly BatchRow[];
  /** The fund source that pays. */
  readonly paymentInstrumentId?: string;
}

const ROWS_MAX = 500;

/** The format for each field that can name the payee. */
const FORMATS = { beneId: "BENEFICIARY_ID", bankAccount: "BANK_ACCOUNT", vpa: "UPI" } as const;
type Names = keyof typeof FORMATS;

/**
 * Turns rows into the input of `batches.create`. The way in which the rows name their payees decides the format.
 * @throws {InvalidInputError} naming the row, counted from 1, if rows are mixed, repeat a transferId or have a bad
 * amount, or if there are none or more than 500 (use `batches.upload` for more)
 */
export function batchFromRows({
  batchTransferId,
  rows,
  paymentInstrumentId,
}: BatchOfRows): BatchesCreateInput {
  if (rows.length < 1 || rows.length > ROWS_MAX) {
    const more = "up to 10,000 go as a file, with batches.upload";
    throw new InvalidInputError(
      `rows: ${rows.length} rows; a batch has 1 to ${ROWS_MAX}, and ${more}`,
      "rows",
    );
  }
  const seen = new Map<string, number>();
  const formats = rows.map((row, at) => checkRow(row, at + 1, seen));
  const other = formats.findIndex((format) => format !== formats[0]);
  if (other > 0) {
    const said = `row 1 is ${formats[0]}, row ${other + 1} is ${formats[other]}`;
    throw new InvalidInputError(`rows: ${said}; a batch has rows of one format`, "rows");
  }
  return {
    batchTransferId,
    batchFormat: formats[0] as (typeof formats)[number],
    batch: rows as BatchesCreateInput["batch"],
    ...(paymentInstrumentId === undefined ? {} : { paymentInstrumentId }),
  };
}

/** Returns the total of the rows in rupees, so that you can compare it with what you meant to pay. */
export function sumOfRows(rows: readonly BatchRow[]): string {
  return sumRupees(rows.map(({ amount }) => amount));
}

function checkRow(row: BatchRow, number: number, seen: Map<string, number>): (typeof FORMATS)[Names] {
  const where = `row ${number}`;
  toPaise(row.amount, `${where}, amount`);
  if (typeof row.transferId !== "string" || row.transferId === "") {
    throw new InvalidInputError(`${where}, transferId is missing`, "transferId");
  }
  const earlier = seen.get(row.transferId);
  if (earlier !== undefined) {
    throw new InvalidInputError(
      `${where} repeats the transferId of row ${earlier}: ${row.transferId}`,
      "transferId",
    );
  }
  seen.set(row.transferId, number);
  const named = (Object.keys(FORMATS) as Names[]).filter(
    (name) => row[name] !== undefined && row[name] !== "",
  );
  const [only] = named;
  if (only !== undefined && named.length === 1) return FORMATS[only];
  const said = named.length === 0 ? "names no payee" : `names its payee by ${named.join(" and ")}`;
  throw new InvalidInputError(`${where} ${said}: give one of beneId, bankAccount and vpa`, "rows");
}
