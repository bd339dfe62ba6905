/** Reads the rows of a bank's CSV, and tells movements from the rows around them. */
import { foreignCurrency } from "#banks/statements";
import { type CsvFault, scanCsv, TableError, titleKey } from "@vitaran/spreadsheets";
import type { ColumnName, Columns, CsvMapping } from "./csv-mapping.ts";
import {
  dayOf,
  looksLikeADate,
  looksLikeMoney,
  moneyOf,
  plain,
  shown,
  unreadable,
  type Money,
} from "./read-cells.ts";

/** A row that states a balance, with or without a movement. */
export interface CsvRow {
  readonly row: number;
  readonly day: string;
  /** Null if the cell is empty or zero. */
  readonly debit: Money | null;
  readonly credit: Money | null;
  readonly amount: Money | null;
  readonly balance: Money;
  /** Returns the text of any column; "" if the mapping does not have it. */
  text(name: ColumnName): string;
}

/** A balance that the file states apart from its movements. */
export interface StatedBalance {
  readonly row: number;
  readonly which: "opening" | "closing";
  readonly balance: Money;
  readonly side: string;
}

/** A row that was left out because it is in another currency. */
export interface ForeignRow {
  readonly row: number;
  readonly day: string | null;
  readonly currency: string;
}

export interface CsvRows {
  readonly rows: readonly CsvRow[];
  readonly stated: readonly StatedBalance[];
  readonly foreign: readonly ForeignRow[];
}

/**
 * Reads all rows below the titles. A row that is not a movement is only left out if it cannot be a damaged one: blank
 * rows, repeated titles, rows that call themselves a total or a balance, rows with neither date nor amounts, and rows
 * that follow such a row at the end of the file and do not look like a movement. Movements in another currency are
 * listed separately. Throws BankError.statement_unreadable, with the row.
 */
export function readRows(text: string, mapping: CsvMapping, columns: Columns): CsvRows {
  const rows: CsvRow[] = [];
  const stated: StatedBalance[] = [];
  const foreign: ForeignRow[] = [];
  /** True if the last row was not part of the table; only a footer may follow it. */
  let isAside = false;
  let doubtful: Error | null = null;
  const take = (cells: string[], rowNumber: number, [fault]: readonly CsvFault[]): void => {
    if (rowNumber < columns.row) mustBeInRupees(cells, rowNumber);
    if (rowNumber <= columns.row || cells.every((cell) => plain(cell) === "")) return;
    if (fault !== undefined) throw faultOfQuotes(fault, rowNumber, columns);
    if (isTitles(cells, columns)) {
      isAside = false;
      return;
    }
    const parts = partsOf(cells, rowNumber, { mapping, columns });
    const which = whichOf(parts);
    const currency = currencyOf(cells, columns);
    // The cells of a damaged row may have been shifted.
    if (currency !== null && (which === "movement" || foreignCurrency(currency) !== null)) {
      if (which === "aside") isAside = true;
      else foreign.push({ row: rowNumber, day: parts.day, currency });
      return;
    }
    if (which !== "movement") {
      if (which === "damaged" && (!isAside || looksLikeAMovement(parts))) throw faultOf(parts, mapping);
      if (which === "damaged") doubtful ??= faultOf(parts, mapping);
      stated.push(...balanceOf(parts));
      isAside = true;
      return;
    }
    if (doubtful !== null) throw doubtful;
    isAside = false;
    rows.push(movementOf(parts, columns));
  };
  try {
    scanCsv({
      ...{ text, delimiter: columns.delimiter, take, keepsRecords: true },
      nameColumn: (index) => columns.titles[index] ?? "",
    });
  } catch (error) {
    if (error instanceof TableError) throw unreadable(error.message);
    throw error;
  }
  if (rows.length === 0 && foreign.length > 0)
    throw unreadable(`no movement is in rupees, and Vitaran keeps rupee accounts only: ${tellRows(foreign)}`);
  if (rows.length === 0) throw unreadable("there is no movement below the titles", columns.row);
  return { rows, stated, foreign };
}

const RUPEES = /^(?:inr(?:\W.*)?|356|rs\.?|₹|(?:indian )?rupees?)?$/i;
const CURRENCY_LINE = /\b(?:currency|ccy)(?: code)?[\W\t]*\b([a-z]{3})\b/i;

/** Above the titles, exports state the account and its currency. */
function mustBeInRupees(cells: readonly string[], row: number): void {
  const currency = foreignCurrency(CURRENCY_LINE.exec(cells.map(plain).join("\t"))?.[1]);
  if (currency !== null)
    throw unreadable(`the account is in ${currency}, and Vitaran keeps rupee accounts only`, row);
}

/** Returns the currency of a row as the bank writes it; null if it is rupees or not stated. */
const currencyOf = (cells: readonly string[], { currencies }: Columns): string | null =>
  currencies.map((index) => plain(cells[index] ?? "")).find((text) => !RUPEES.test(text)) ?? null;

/** Returns a text such as "rows 3, 7 are in USD". */
export function tellRows(foreign: readonly ForeignRow[]): string {
  const numbers = foreign.map(({ row }) => row);
  const more = numbers.length - ROWS_NAMED_MAX;
  const named = numbers.slice(0, ROWS_NAMED_MAX).join(", ") + (more > 0 ? ` and ${more} more` : "");
  const currencies = [...new Set(foreign.map(({ currency }) => shown(currency)))].join(" and ");
  return `${numbers.length === 1 ? `row ${named} is` : `rows ${named} are`} in ${currencies}`;
}

const ROWS_NAMED_MAX = 20;

/** A quote within an unquoted cell is an ordinary character. A malformed quoted cell may have swallowed others. */
function faultOfQuotes({ index, code }: CsvFault, row: number, { titles }: Columns): Error {
  const why = code === "outside_columns" ? "has too many columns" : "has a cell whose quotes do not fit";
  return unreadable(`the row ${why}, under ${shown(titles[index] ?? "no title")}`, row);
}

function isTitles(cells: readonly string[], { titles, at }: Columns): boolean {
  const isSame = (index: number): boolean => titleKey(cells[index] ?? "") === titleKey(titles[index]!);
  return isSame(at.date!) && isSame(at.balance!);
}

type Reading = ReturnType<typeof moneyOf>;

/** One row, split into its parts. */
interface Parts {
  readonly row: number;
  readonly cells: readonly string[];
  readonly text: CsvRow["text"];
  readonly day: string | null;
  readonly amounts: Readonly<Record<"debit" | "credit" | "amount", Reading>>;
  readonly balance: Reading;
  readonly label: string | null;
}

const AMOUNTS = ["debit", "credit", "amount"] as const;

function partsOf(
  cells: readonly string[],
  row: number,
  { mapping, columns }: { mapping: CsvMapping; columns: Columns },
): Parts {
  const text = (name: ColumnName): string => {
    const index = columns.at[name];
    return index === undefined ? "" : plain(cells[index] ?? "");
  };
  const [debit, credit, amount] = AMOUNTS.map((name) => moneyOf(text(name)));
  return {
    ...{ row, cells, text },
    day: dayOf(text("date"), mapping.dateOrder),
    amounts: { debit: debit!, credit: credit!, amount: amount! },
    balance: moneyOf(text("balance")),
    label: cells.map(plain).find(isLabel) ?? null,
  };
}

const TOTALS =
  "totals?(?:\\W|of|debits?|credits?|amounts?|transactions?|withdrawals?|deposits?|dr|cr|inr|rs|balance)*";
const BALANCES = [
  String.raw`(?:opening|closing)\W+bal(?:ance)?`,
  String.raw`(?:bal(?:ance)?\W+)?(?:brought|carried)\W+(?:forward|down)`,
  String.raw`(?:bal(?:ance)?\W+)?[bc]\W?[fd]`,
];
const KINDS = "page|sub|grand|statement|transactions?|day|daily|month|monthly|period|account|net|final";
const LABEL = new RegExp(
  String.raw`^\W*(?:(?:${KINDS})\W+)*(?:summary|${[TOTALS, ...BALANCES].join("|")})\W*$`,
  "i",
);

const isLabel = (cell: string): boolean => LABEL.test(cell);

const isMoney = (reading: Reading): reading is Money => reading !== null && reading !== "unreadable";
const isSome = (reading: Reading): boolean => isMoney(reading) && reading.paise !== 0n;

/** `aside`: the row is not a movement. `damaged`: it may be a movement that cannot be read. */
function whichOf({ day, text, amounts, balance, label }: Parts): "movement" | "aside" | "damaged" {
  const all = Object.values(amounts);
  const moves = all.some(isSome);
  // "Opening Balance" of a day may have a date.
  if (label !== null && (day === null || !moves)) return "aside";
  const isWhole = day !== null && isMoney(balance) && !all.includes("unreadable");
  if (isWhole && (moves || all.some(isMoney) || all.every((one) => one === null))) return "movement";
  const isBare = day === null && !looksLikeADate(text("date")) && !all.some(isMoney) && !isMoney(balance);
  return isBare ? "aside" : "damaged";
}

/**
 * True if a row has too much of a movement to be a summary: a date and part of an amount, or an amount and a balance.
 */
function looksLikeAMovement({ day, text }: Parts): boolean {
  const moved = AMOUNTS.filter((name) => looksLikeMoney(text(name))).length;
  const hasBalance = looksLikeMoney(text("balance"));
  const isDated = day !== null || looksLikeADate(text("date"));
  return isDated ? moved > 0 || hasBalance : moved === 1 && hasBalance;
}

function faultOf({ row, text, day, amounts, balance }: Parts, mapping: CsvMapping): Error {
  const about = (name: ColumnName, why: string): Error => {
    const column = mapping[name]!;
    const title = typeof column === "string" ? column : column.title;
    return unreadable(`${title}: ${shown(text(name))} ${why}`, row);
  };
  if (day === null) return about("date", `is no date of the order ${mapping.dateOrder}`);
  for (const name of ["debit", "credit", "amount", "balance"] as const)
    if ((name === "balance" ? balance : amounts[name]) === "unreadable") return about(name, "is no amount");
  return about("balance", "is no balance, and each movement needs the one after it");
}

/** Reads "Opening Balance" and its amount, wherever in the row it is. */
function balanceOf({ row, cells, balance, label, text }: Parts): StatedBalance[] {
  const which = /^\W*(opening|closing)/i.exec(label ?? "")?.[1]!.toLowerCase() as
    | StatedBalance["which"]
    | undefined;
  const amounts = isMoney(balance) ? [balance] : cells.map(moneyOf).filter(isMoney);
  if (which === undefined || amounts.length !== 1) return [];
  return [{ row, which, balance: amounts[0]!, side: text("balanceSide") }];
}

function movementOf({ row, day, text, cells, amounts, balance }: Parts, { titles }: Columns): CsvRow {
  if (cells.slice(titles.length).some((cell) => plain(cell) !== ""))
    throw unreadable("the row has more cells than there are titles; an amount with commas needs quotes", row);
  const some = (reading: Reading): Money | null => (isSome(reading) ? (reading as Money) : null);
  const { debit, credit, amount } = amounts;
  const [out, into] = [some(debit), some(credit)];
  if (out !== null && into !== null) throw unreadable("there is both a debit and a credit", row);
  return {
    ...{ row, text, day: day!, debit: out, credit: into, amount: some(amount) },
    balance: balance as Money,
  };
}
