/**
 * Finds the order in which the rows of a CSV follow from one another. Dates and balances decide; it is never guessed.
 */
import { formatRupeesIndian } from "#lib/money";
import type { Order } from "./csv-mapping.ts";
import type { SidedRow, SidedRows } from "./decide-sides.ts";
import { tellRows } from "./read-rows.ts";
import { unreadable } from "./read-cells.ts";

/** One way to read the file, with the oldest row first. */
export interface FileReading {
  readonly rows: readonly SidedRow[];
  readonly openingPaise: bigint;
  readonly closingPaise: bigint;
  /** The lower the rank, the more common this way of writing a file. */
  readonly rank: number;
}

/**
 * Returns all ways to read the file in which each balance follows from the one before it; if several have the same
 * balances at both ends, only one of them. Throws BankError.statement_unreadable if there is none, with the row at
 * which the best one fails.
 */
export function orderRows({ rows, stated, foreign }: SidedRows, order: Order | undefined): FileReading[] {
  const ways = waysOf(rows, order).map((way) => ({ ...way, fault: findFault(way, stated) }));
  const fitting = ways.filter(({ fault }) => fault === null);
  if (fitting.length === 0) {
    const best = ways.toSorted((one, other) => other.fault!.at - one.fault!.at || one.rank - other.rank)[0]!;
    const without = foreign.length === 0 ? "" : `; ${tellRows(foreign)}, and left out`;
    throw unreadable(best.fault!.why + without, best.fault!.row);
  }
  const ends = Map.groupBy(fitting, ({ openingPaise, closingPaise }) => `${openingPaise} ${closingPaise}`);
  return [...ends.values()].map((same) => same.toSorted((one, other) => one.rank - other.rank)[0]!);
}

/** One direction for the whole file comes first; then days in one direction and their rows in the other. */
function waysOf(rows: readonly SidedRow[], order: Order | undefined): FileReading[] {
  const reversed = rows.toReversed();
  const uniform = [
    ...(order === "newest-first" ? [] : [rows]),
    ...(order === "oldest-first" ? [] : [reversed]),
  ].map((way) => ({ way, rank: isByDay(way) ? 0 : 2 }));
  const mixed = order === undefined ? [turnDays(rows), turnDays(reversed)] : [];
  return [...uniform, ...mixed.filter(isByDay).map((way) => ({ way, rank: 1 }))].map(({ way, rank }) => ({
    ...{ rows: way, rank },
    openingPaise: way[0]!.balancePaise - way[0]!.movedPaise,
    closingPaise: way.at(-1)!.balancePaise,
  }));
}

function isByDay(rows: readonly SidedRow[]): boolean {
  return rows.every(({ source }, index) => index === 0 || rows[index - 1]!.source.day <= source.day);
}

/** Keeps the order of the days, and reverses the rows of each day. */
function turnDays(rows: readonly SidedRow[]): SidedRow[] {
  const days = Map.groupBy(rows, ({ source }) => source.day);
  return [...days.values()].flatMap((ofDay) => ofDay.toReversed());
}

interface Fault {
  /** The number of rows before the one at which it fails. */
  readonly at: number;
  readonly row: number;
  readonly why: string;
}

function findFault(
  { rows, openingPaise, closingPaise }: FileReading,
  stated: SidedRows["stated"],
): Fault | null {
  for (const [at, { source, movedPaise, balancePaise }] of rows.entries()) {
    const before = rows[at - 1];
    if (before === undefined ? movedPaise === 0n : before.balancePaise + movedPaise !== balancePaise) {
      const why = before === undefined ? "the row moves nothing" : doesNotFollow(before, rows[at]!);
      return { at, row: source.row, why };
    }
  }
  for (const { row, which, balancePaise } of stated) {
    const others = stated.filter((one) => one.which === which).length;
    const end = which === "opening" ? openingPaise : closingPaise;
    const known = others === 1 ? [end] : [openingPaise, ...rows.map((one) => one.balancePaise)];
    if (!known.includes(balancePaise)) {
      const says = `the ${which} balance is stated as ${formatRupeesIndian(balancePaise)}`;
      return { at: rows.length, row, why: `${says}, and the movements make ${formatRupeesIndian(end)}` };
    }
  }
  return null;
}

function doesNotFollow(before: SidedRow, { movedPaise, balancePaise }: SidedRow): string {
  const [balance, from] = [balancePaise, before.balancePaise].map(formatRupeesIndian);
  const paise = movedPaise < 0n ? -movedPaise : movedPaise;
  const by = `${movedPaise < 0n ? "a debit" : "a credit"} of ${formatRupeesIndian(paise)}`;
  const moved = movedPaise === 0n ? "a movement of nothing" : by;
  return `the balance ${balance} does not follow from ${from} of row ${before.source.row} by ${moved}`;
}
