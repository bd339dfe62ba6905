/** Turns a bank's CSV of one account into a statement for each day, using the bank's mapping. */
import type { AccountStatement, StatementLine } from "#banks";
import { formatRupeesIndian } from "#lib/money";
import { findColumns, type CsvMapping, type Order } from "./csv-mapping.ts";
import { decideSides, type SidedRow } from "./decide-sides.ts";
import { orderRows, type FileReading } from "./order-rows.ts";
import { readRows, tellRows, type ForeignRow } from "./read-rows.ts";
import { unreadable } from "./read-cells.ts";

interface Ends {
  readonly openingPaise: bigint;
  readonly closingPaise: bigint;
}

/** The balances that we know for a day: those of its own statement, and of the days before and after it. */
export interface KnownBalances {
  readonly same: Ends | null;
  readonly before: Ends | null;
  readonly after: Ends | null;
}

export interface CsvToRead {
  readonly text: string;
  readonly mapping: CsvMapping;
  readonly debitAccount: string;
  /** The order in which to read the file, if both fit; it overrides the mapping's. */
  readonly order?: Order | undefined;
  /** Only called if both orders fit. Absent means that nothing is known. */
  readonly knownAbout?: ((day: string) => Promise<KnownBalances>) | undefined;
}

/**
 * Returns one statement for each day that has a movement, oldest first. Throws BankError.statement_unreadable, which
 * names the row, for a missing title, an unreadable row, a movement without a side, or a balance that does not follow;
 * and if both orders fit and no known balance decides between them.
 */
export async function readCsvStatement(file: CsvToRead): Promise<readonly AccountStatement[]> {
  const { mapping, debitAccount, order = mapping.order } = file;
  const text = file.text.replace(/^\ufeff/, "");
  const columns = findColumns(text, mapping);
  const read = readRows(text, mapping, columns);
  const readings = orderRows(decideSides(read, mapping), order);
  const { rows } = await choose(readings, file);
  return tellForeignRows(statementsOf(rows, debitAccount), read.foreign);
}

/** Reports rows in another currency with the statement of their day, or with the last one. */
function tellForeignRows(
  statements: readonly AccountStatement[],
  foreign: readonly ForeignRow[],
): readonly AccountStatement[] {
  const last = statements.at(-1)?.day;
  const days = Map.groupBy(foreign, ({ day }) => statements.find((one) => one.day === day)?.day ?? last);
  return statements.map((statement) => {
    const rows = days.get(statement.day);
    return rows === undefined
      ? statement
      : { ...statement, leftOut: [`${tellRows(rows)}, and Vitaran keeps rupee accounts only`] };
  });
}

/** Chooses the reading that agrees with a known balance; otherwise the most common one, if that is clear. */
async function choose(readings: readonly FileReading[], { knownAbout }: CsvToRead): Promise<FileReading> {
  if (readings.length === 1) return readings[0]!;
  const known = await knownAbout?.(firstDayOf(readings[0]!));
  const agreeing = known === undefined ? [] : readings.filter((one) => agrees(one, known));
  const possible = agreeing.length > 0 ? agreeing : readings;
  const rank = Math.min(...possible.map((one) => one.rank));
  const [reading, other] = possible.filter((one) => one.rank === rank);
  if (other === undefined) return reading!;
  const ends = [reading!, other].map(
    (one) => `from ${formatRupeesIndian(one.openingPaise)} to ${formatRupeesIndian(one.closingPaise)}`,
  );
  throw unreadable(
    `its rows can be read oldest first (${ends[0]}) and newest first (${ends[1]}), and no other statement of the ` +
      "account tells which is right: say it with --order oldest-first or --order newest-first",
  );
}

/** Returns the earliest day in the file; it can be at either end. */
function firstDayOf({ rows }: FileReading): string {
  return rows.map(({ source }) => source.day).toSorted()[0]!;
}

function agrees(
  { rows, openingPaise, closingPaise }: FileReading,
  { same, before, after }: KnownBalances,
): boolean {
  const ofFirstDay = statementsOf(rows, "")[0]!;
  if (same !== null)
    return same.openingPaise === ofFirstDay.openingPaise && same.closingPaise === ofFirstDay.closingPaise;
  if (before !== null) return before.closingPaise === openingPaise;
  return after !== null && after.openingPaise === closingPaise;
}

function statementsOf(rows: readonly SidedRow[], debitAccount: string): AccountStatement[] {
  // The balances show that a backdated movement was booked on the day of the movements before it.
  let latest = "";
  const days = Map.groupBy(rows, ({ source }) => {
    if (source.day > latest) latest = source.day;
    return latest;
  });
  return [...days]
    .map(([day, ofDay]): AccountStatement => {
      const [first, last] = [ofDay[0]!, ofDay.at(-1)!];
      return {
        statementId: `${debitAccount}-${day}`,
        kind: "end_of_day",
        mayGrow: true,
        sequenceNo: null,
        debitAccount,
        day,
        openingPaise: first.balancePaise - first.movedPaise,
        closingPaise: last.balancePaise,
        lines: ofDay.filter(({ movedPaise }) => movedPaise !== 0n).map(lineOf),
      };
    })
    .filter(({ lines }) => lines.length > 0);
}

function lineOf({ source, movedPaise }: SidedRow): StatementLine {
  const side = movedPaise < 0n ? "debit" : "credit";
  const reference = source.text("reference") || null;
  return {
    lineId: null,
    side,
    amountPaise: movedPaise < 0n ? -movedPaise : movedPaise,
    bookedAt: new Date(`${source.day}T00:00:00+05:30`),
    kind: side === "credit" ? "credit" : reference === null ? "other" : "payment",
    reference,
    utr: source.text("utr") || null,
    narration: source
      .text("narration")
      .replace(/[\p{C}\s]+/gu, " ")
      .slice(0, 500),
    code: "",
    reason: null,
    counterparty: { name: null, accountNumber: null, ifsc: null },
  };
}
