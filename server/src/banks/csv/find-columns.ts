/** Reads the header row of a bank's CSV: which column of the file is which column of the mapping. */
import { foreignCurrency } from "#banks/statements";
import { scanCsv, TableError, titleKey } from "@vitaran/spreadsheets";
import { COLUMNS, COLUMNS_OF_MONEY, type Column, type ColumnName, type CsvMapping } from "./csv-mapping.ts";
import { shown, unreadable } from "./unreadable.ts";

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
