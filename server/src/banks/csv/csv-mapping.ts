/** The columns of one bank's CSV that a statement needs: data that an operator writes once for each bank. */
import { BankError } from "#banks/statements";

/** A title of the header row; `nth`, counted from 1, selects one if several columns have the same title. */
export type Column = string | { readonly title: string; readonly nth: number };

export const ORDERS = ["oldest-first", "newest-first"] as const;
export type Order = (typeof ORDERS)[number];

/** Titles are compared without regard to case, spaces and the characters _ - . * ( ). */
export interface CsvMapping {
  /** If it is absent, it is the delimiter with which the header row is found. */
  readonly delimiter?: "," | ";" | "\t" | "|";
  readonly date: Column;
  /** The order of day, month and year. */
  readonly dateOrder: "dmy" | "ymd" | "mdy";
  /** There is one column for each side; a file with only one side has only one of them. */
  readonly debit?: Column;
  readonly credit?: Column;
  /** There is one column for both sides: `side` tells them apart, or else each amount has a sign, or "Dr" or "Cr". */
  readonly amount?: Column;
  readonly side?: Column;
  /** The bank's words for debit and credit, if they are not the usual ones. */
  readonly sideWords?: { readonly debit?: readonly string[]; readonly credit?: readonly string[] };
  /** Only debits have a sign, a minus, even if no debit in the file shows it. */
  readonly signed?: boolean;
  /** The meaning of a minus in front of a debit: the debit is reversed, or the minus means nothing. */
  readonly minusInDebit?: "credit" | "debit";
  /** The balance after each movement; the opening and closing balances of a day follow from it. */
  readonly balance: Column;
  /** The column that says if the balance is overdrawn (debit). */
  readonly balanceSide?: Column;
  readonly narration: Column;
  readonly reference?: Column;
  readonly utr?: Column;
  /**
   * The currency of each row; absent: a column with a usual title. Rows in currencies other than rupees are left out.
   */
  readonly currency?: Column;
  /** If it is absent, dates and balances show the order. */
  readonly order?: Order;
}

/** Each of them must be a different column. */
export const COLUMNS_OF_MONEY = [
  "date",
  "debit",
  "credit",
  "amount",
  "side",
  "balance",
  "balanceSide",
] as const;
export const COLUMNS = [...COLUMNS_OF_MONEY, "narration", "reference", "utr", "currency"] as const;
export type ColumnName = (typeof COLUMNS)[number];

const REQUIRED: readonly ColumnName[] = ["date", "balance", "narration"];
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  delimiter: [undefined, ",", ";", "\t", "|"],
  dateOrder: ["dmy", "ymd", "mdy"],
  signed: [undefined, true, false],
  minusInDebit: [undefined, "credit", "debit"],
  order: [undefined, ...ORDERS],
};

/** Reads the mapping from a JSON text. Throws BankError.statement_unreadable, which names the field. */
export function readCsvMapping(json: string): CsvMapping {
  const fields = parse(json.replace(/^\ufeff/, ""));
  const { debit, credit, amount, side, signed, sideWords } = fields;
  const known: readonly string[] = [...COLUMNS, ...Object.keys(VALUES), "sideWords"];
  for (const name of Object.keys(fields)) if (!known.includes(name)) throw wrong(name);
  for (const [name, values] of Object.entries(VALUES)) if (!values.includes(fields[name])) throw wrong(name);
  for (const name of COLUMNS) {
    if (fields[name] === undefined && REQUIRED.includes(name)) throw lacks(name);
    if (fields[name] !== undefined && !isColumn(fields[name])) throw wrong(name);
  }
  if (sideWords !== undefined && !areSideWords(sideWords)) throw wrong("sideWords");
  const hasSides = debit !== undefined || credit !== undefined;
  if (hasSides === (amount !== undefined)) throw wrong("debit and credit, or amount,");
  if (hasSides && side !== undefined) throw wrong("side, which belongs to amount,");
  if (signed === true && (hasSides || side !== undefined))
    throw wrong("signed, which needs amount without side,");
  return fields as unknown as CsvMapping;
}

function lacks(field: string): Error {
  return BankError.statement_unreadable({ why: `the mapping lacks ${field}: name the column that has it` });
}

function wrong(field: string): Error {
  return BankError.statement_unreadable({ why: `the mapping's ${field} is wrong` });
}

function parse(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    if (isObject(value)) return value;
  } catch {
    // This is reported below, like any other text that is not a mapping.
  }
  throw BankError.statement_unreadable({ why: "the mapping is no JSON object" });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";

function isColumn(value: unknown): boolean {
  if (!isObject(value)) return isText(value);
  const { title, nth, ...rest } = value;
  return isText(title) && Number.isSafeInteger(nth) && Number(nth) > 0 && Object.keys(rest).length === 0;
}

function areSideWords(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.entries(value).every(
      ([side, words]) => ["debit", "credit"].includes(side) && Array.isArray(words) && words.every(isText),
    )
  );
}
