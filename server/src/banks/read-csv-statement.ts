/** A bank's CSV of one account as statements of its days, by the bank's mapping. */
import { TableError } from "#lib/tables";
import { scanCsv } from "#lib/tables/scan-csv";
import type { AccountStatement, StatementLine } from "./account-statement.ts";
import type { CsvMapping } from "./csv-mapping.ts";
import { BankError } from "./errors.ts";

interface Movement {
  readonly day: string;
  readonly balancePaise: bigint;
  readonly line: StatementLine;
}

type Row = (title: string | undefined) => string;

/**
 * One statement for each day that has a movement, oldest first, in the file's order or turned round where the newest
 * stands first. Throws BankError.statement_unreadable, which names the row: a column that is missing, a date or an
 * amount of another form, a balance that does not follow from the one before it.
 */
export function readCsvStatement(
  text: string,
  mapping: CsvMapping,
  debitAccount: string,
): readonly AccountStatement[] {
  const read = readMovements(text, mapping);
  if (read.length === 0) throw unreadable("no movement");
  const [first, second] = read;
  const isUpwards = second === undefined || first!.balancePaise + signed(second) === second.balancePaise;
  const movements = isUpwards ? read : read.toReversed();
  checkBalances(movements);
  const days = Map.groupBy(movements, ({ day }) => day);
  return [...days].map(([day, ofDay]): AccountStatement => {
    const [opening, closing] = [ofDay[0]!, ofDay.at(-1)!];
    return {
      statementId: `${debitAccount}-${day}`,
      kind: "end_of_day",
      sequenceNo: null,
      debitAccount,
      day,
      openingPaise: opening.balancePaise - signed(opening),
      closingPaise: closing.balancePaise,
      lines: ofDay.map(({ line }) => line),
    };
  });
}

function readMovements(text: string, mapping: CsvMapping): Movement[] {
  const movements: Movement[] = [];
  let titles: string[] | undefined;
  const take = (fields: string[], rowNumber: number): void => {
    const cells = fields.map((cell) => cell.trim());
    if (cells.every((cell) => cell === "")) return;
    if (titles === undefined) {
      // Banks put the name of the account and the like above the table.
      if (cells.includes(mapping.date) && cells.includes(mapping.balance))
        titles = headerOf(cells, mapping, rowNumber);
      return;
    }
    const header = titles;
    const row: Row = (title) => (title === undefined ? "" : (cells[header.indexOf(title)] ?? ""));
    movements.push(movementOf(row, mapping, rowNumber));
  };
  try {
    scanCsv({
      text: text.replace(/^\ufeff/, ""),
      delimiter: mapping.delimiter,
      take,
      nameColumn: (index) => `${index + 1}`,
    });
  } catch (error) {
    if (error instanceof TableError) throw unreadable(error.message);
    throw error;
  }
  if (titles === undefined) throw unreadable(`no row with the titles ${mapping.date} and ${mapping.balance}`);
  return movements;
}

/** Each title that the mapping names stands once. */
function headerOf(cells: string[], mapping: CsvMapping, row: number): string[] {
  const { date, debit, credit, amount, balance, narration, reference, utr } = mapping;
  for (const title of [date, debit, credit, amount, balance, narration, reference, utr]) {
    if (title === undefined) continue;
    const count = cells.filter((cell) => cell === title).length;
    if (count !== 1) throw unreadable(`${count} columns are called ${title}`, row);
  }
  return cells;
}

function movementOf(row: Row, mapping: CsvMapping, rowNumber: number): Movement {
  const paise = amountOf(row, mapping, rowNumber);
  const day = dayOf(row(mapping.date), mapping.dateOrder, rowNumber);
  const side = paise < 0n ? "debit" : "credit";
  const reference = row(mapping.reference) || null;
  const line: StatementLine = {
    lineId: null,
    side,
    amountPaise: paise < 0n ? -paise : paise,
    bookedAt: new Date(`${day}T00:00:00+05:30`),
    kind: side === "credit" ? "credit" : reference === null ? "other" : "payment",
    reference,
    utr: row(mapping.utr) || null,
    narration: row(mapping.narration)
      .replace(/[\p{C}\s]+/gu, " ")
      .slice(0, 500),
    code: "",
    reason: null,
    counterparty: { name: null, accountNumber: null, ifsc: null },
  };
  return { day, balancePaise: paiseOf(row(mapping.balance), rowNumber), line };
}

/** Below zero: a debit. */
function amountOf(row: Row, { debit, credit, amount }: CsvMapping, rowNumber: number): bigint {
  if (amount !== undefined) return some(paiseOf(row(amount), rowNumber), rowNumber);
  const [out, into] = [row(debit), row(credit)].map((cell) => (cell === "" ? 0n : paiseOf(cell, rowNumber)));
  if (out! < 0n || into! < 0n || (out !== 0n && into !== 0n))
    throw unreadable("both a debit and a credit", rowNumber);
  return some(into! - out!, rowNumber);
}

function some(paise: bigint, rowNumber: number): bigint {
  if (paise === 0n) throw unreadable("a movement of nothing", rowNumber);
  return paise;
}

/** "1,00,000.5", "-1.00" and "1.00 Dr" are amounts; commas may stand where people in India put them. */
function paiseOf(cell: string, rowNumber: number): bigint {
  const [, minus, rupees, paise = "", side = ""] =
    /^(-?)(\d[\d,]{0,20})(?:\.(\d{1,2}))?(?:\s*(Dr|Cr)\.?)?$/i.exec(cell) ?? [];
  if (rupees === undefined) throw unreadable("an amount of another form", rowNumber);
  const total = BigInt(rupees.replaceAll(",", "")) * 100n + BigInt(paise.padEnd(2, "0"));
  return (minus === "-") !== (side.toLowerCase() === "dr") ? -total : total;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

function dayOf(cell: string, order: CsvMapping["dateOrder"], rowNumber: number): string {
  const parts = cell.split(/[\s/.-]+/).slice(0, 3);
  const at = (sign: string): string => parts[order.indexOf(sign)] ?? "";
  const named = MONTHS.indexOf(at("m").slice(0, 3).toLowerCase()) + 1;
  const month = (named > 0 ? String(named) : at("m")).padStart(2, "0");
  const year = at("y").length === 2 ? `20${at("y")}` : at("y");
  const day = `${year}-${month}-${at("d").padStart(2, "0")}`;
  const moment = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== day) {
    throw unreadable("a date of another form", rowNumber);
  }
  return day;
}

function checkBalances(movements: readonly Movement[]): void {
  for (const [index, movement] of movements.entries()) {
    const before = movements[index - 1];
    if (before === undefined) continue;
    if (before.day > movement.day) throw unreadable(`${movement.day} stands after ${before.day}`);
    if (before.balancePaise + signed(movement) !== movement.balancePaise) {
      throw unreadable(`a balance of ${movement.day} does not follow from the one before it`);
    }
  }
}

function signed({ line }: Movement): bigint {
  return line.side === "debit" ? -line.amountPaise : line.amountPaise;
}

function unreadable(why: string, row?: number): Error {
  return BankError.statement_unreadable({ why, ...(row === undefined ? {} : { row }) });
}
