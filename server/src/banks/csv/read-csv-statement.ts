/** A bank's CSV of one account as statements of its days, by the bank's mapping. */
import type { AccountStatement, StatementLine } from "#banks";
import { formatRupeesIndian } from "#lib/money";
import type { CsvMapping, Order } from "./csv-mapping.ts";
import { decideSides, type SidedRow } from "./decide-sides.ts";
import { findColumns } from "./find-columns.ts";
import { orderRows, type Reading } from "./order-rows.ts";
import { readRows, tellRows, type ForeignRow } from "./read-rows.ts";
import { unreadable } from "./unreadable.ts";

interface Ends {
  readonly openingPaise: bigint;
  readonly closingPaise: bigint;
}

/** What is known of the account about a day: its own statement, and those of the days before and after it. */
export interface KnownBalances {
  readonly same: Ends | null;
  readonly before: Ends | null;
  readonly after: Ends | null;
}

export interface CsvToRead {
  readonly text: string;
  readonly mapping: CsvMapping;
  readonly debitAccount: string;
  /** How the file is to be read, where it fits both ways; counts more than the mapping's. */
  readonly order?: Order | undefined;
  /** Asked only where the file fits both ways; absent: nothing is known. */
  readonly knownAbout?: ((day: string) => Promise<KnownBalances>) | undefined;
}

/**
 * One statement for each day that has a movement, oldest first. Throws BankError.statement_unreadable, which names the
 * row: a title that is missing, a row that cannot be read, a movement whose side is not told, a balance that does not
 * follow; and a file that can be read both ways while no balance that is known tells which is right.
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

/** Rows in another currency are told with the statement of their day, or with the last one. */
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

/** What a known balance agrees with; else the most usual way, if it is one. */
async function choose(readings: readonly Reading[], { knownAbout }: CsvToRead): Promise<Reading> {
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

/** The earliest day that is stated: it may stand at either end. */
function firstDayOf({ rows }: Reading): string {
  return rows.map(({ source }) => source.day).toSorted()[0]!;
}

function agrees(
  { rows, openingPaise, closingPaise }: Reading,
  { same, before, after }: KnownBalances,
): boolean {
  const ofFirstDay = statementsOf(rows, "")[0]!;
  if (same !== null)
    return same.openingPaise === ofFirstDay.openingPaise && same.closingPaise === ofFirstDay.closingPaise;
  if (before !== null) return before.closingPaise === openingPaise;
  return after !== null && after.openingPaise === closingPaise;
}

function statementsOf(rows: readonly SidedRow[], debitAccount: string): AccountStatement[] {
  // A movement that is dated back was booked on the day of those before it: the balances say so.
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
