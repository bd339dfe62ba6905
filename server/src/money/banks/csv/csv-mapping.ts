/**
 * The columns of one bank's CSV that a statement needs: data that an operator writes once for each bank, and the
 * header row of a file, which says which of its columns are meant.
 */
import { scanCsv, TableError, titleKey } from "@vitaran/spreadsheets";
import { BankError, foreignCurrency } from "#banks/statements";
import { shown, unreadable } from "./read-cells.ts";

/** A title of the header row; `nth`, counted from 1, selects one if several columns have the same title. */
type Column = string | { readonly title: string; readonly nth: number };

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
  /** True if only debits have a sign, a minus, even if no debit in the file shows it. */
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
   * The currency of each row. Absent means a column with a usual title. Rows in currencies other than rupees are left
   * out.
   */
  readonly currency?: Column;
  /** If it is absent, dates and balances show the order. */
  readonly order?: Order;
}

/** Each of them must be a different column. */
const COLUMNS_OF_MONEY = ["date", "debit", "credit", "amount", "side", "balance", "balanceSide"] as const;
const COLUMNS = [...COLUMNS_OF_MONEY, "narration", "reference", "utr", "currency"] as const;
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

export interface Columns {
  readonly delimiter: string;
  /** The row that contains the titles. */
  readonly row: number;
  readonly titles: readonly string[];
  /** The position of each column of the mapping. */
  readonly at: Readonly<Partial<Record<ColumnName, number>>>;
  /** The columns that give the currency of a row. */
  readonly currencies: readonly number[];
}

type Header = Omit<Columns, "at" | "currencies">;

/** A title of a column that gives the currency of the row, whatever the mapping says. */
const CURRENCY = /^(?:account|acc|ac|txn|transaction|tran)?(?:currency|ccy|curr)(?:code)?$/;

/** Throws BankError.statement_unreadable if a title is missing, or occurs more often than the mapping says. */
export function findColumns(text: string, mapping: CsvMapping): Columns {
  const delimiters = mapping.delimiter === undefined ? [",", ";", "\t", "|"] : [mapping.delimiter];
  const headers = delimiters.map((delimiter) => findHeader(text, mapping, delimiter));
  const found = headers.find((header) => header !== null && isHeader(header.titles, mapping));
  if (found === undefined || found === null)
    throw missing(
      headers.filter((header) => header !== null),
      mapping,
    );
  const at = Object.fromEntries(
    COLUMNS.flatMap((name) => {
      const column = mapping[name];
      return column === undefined ? [] : [[name, indexOf(found, column)]];
    }),
  ) as Columns["at"];
  for (const name of COLUMNS_OF_MONEY) {
    const other = COLUMNS_OF_MONEY.find(
      (one) => one !== name && at[one] !== undefined && at[one] === at[name],
    );
    if (other !== undefined)
      throw unreadable(`the mapping's ${name} and ${other} are the same column`, found.row);
  }
  for (const name of COLUMNS_OF_MONEY) {
    const title = at[name] === undefined ? "" : found.titles[at[name]]!;
    const currency = foreignCurrency(/\(\s*([a-z]{3})\s*\)/i.exec(title)?.[1]);
    if (currency !== null)
      throw unreadable(`${shown(title)} is in ${currency}, and Vitaran keeps rupee accounts only`, found.row);
  }
  const usual = found.titles.flatMap((title, index) => (CURRENCY.test(titleKey(title)) ? [index] : []));
  return { ...found, at, currencies: at.currency === undefined ? usual : [at.currency] };
}

/** Returns the first row with the titles of date and balance, or else the row with the most titles. */
function findHeader(text: string, mapping: CsvMapping, delimiter: string): Header | null {
  let best: Header | null = null;
  let most = 0;
  const take = (titles: string[], row: number): boolean => {
    const isIt = isHeader(titles, mapping);
    const count = lackingIn(titles, mapping, false).length;
    if (isIt || count > most) [best, most] = [{ delimiter, row, titles }, count];
    return !isIt;
  };
  try {
    scanCsv({ text, delimiter, take, keepsRecords: true, nameColumn: (index) => `column ${index + 1}` });
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    // The mapping does not name this delimiter, so it may well be another one.
    if (mapping.delimiter !== undefined && most === 0) throw unreadable(error.message);
  }
  return best;
}

function isHeader(titles: readonly string[], { date, balance }: CsvMapping): boolean {
  return placesOf(titles, date).length > 0 && placesOf(titles, balance).length > 0;
}

function missing(headers: readonly Header[], mapping: CsvMapping): Error {
  const count = ({ titles }: Header): number => lackingIn(titles, mapping, false).length;
  const best = headers.toSorted((one, other) => count(other) - count(one))[0];
  const quote = (titles: readonly string[]): string => titles.map(shown).join(" and ");
  if (best === undefined)
    return unreadable(
      `there is no row with the titles ${quote([mapping.date, mapping.balance].map(titleOf))}`,
    );
  return unreadable(`the row of the titles lacks ${quote(lackingIn(best.titles, mapping, true))}`, best.row);
}

/** Returns the titles of the mapping that a row lacks, or those that it has. */
function lackingIn(titles: readonly string[], mapping: CsvMapping, lacks: boolean): string[] {
  return COLUMNS.flatMap((name) => {
    const column = mapping[name];
    return column === undefined || (placesOf(titles, column).length === 0) !== lacks ? [] : [titleOf(column)];
  });
}

const titleOf = (column: Column): string => (typeof column === "string" ? column : column.title);

function placesOf(titles: readonly string[], column: Column): number[] {
  const key = titleKey(titleOf(column));
  return titles.flatMap((title, index) => (titleKey(title) === key ? [index] : []));
}

function indexOf({ titles, row }: Header, column: Column): number {
  const [title, places] = [titleOf(column), placesOf(titles, column)];
  const place = typeof column === "string" ? places[0] : places[column.nth - 1];
  if (place === undefined) {
    const [count, verb] =
      places.length === 1 ? ["1 column", "is"] : [`${places.length || "no"} columns`, "are"];
    throw unreadable(`${count} ${verb} called ${shown(title)}`, row);
  }
  if (typeof column === "string" && places.length > 1) {
    const how = JSON.stringify({ title, nth: 2 });
    throw unreadable(`${places.length} columns are called ${shown(title)}: say which one, as ${how}`, row);
  }
  return place;
}
