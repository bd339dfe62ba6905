/** Whether a statement is believed, and what about it must be told: pure arithmetic over its balances and its place. */
import type { LineTally, StatementHead } from "#banks";
import { formatRupeesIndian } from "#lib/money";
import type { BreakKind } from "./break.ts";

/** What is known of the same bank account's other statements. */
export interface Neighbours {
  /** The bank account that the connection pays from. */
  readonly debitAccount: string;
  /** The statement of all of the same day, where there is one. */
  readonly same: Balances | null;
  /** The last such statement before the day, and the first after it. */
  readonly before: DayBalances | null;
  readonly after: DayBalances | null;
  /** The bank's id of one of its lines that is stored as that of another movement; null: none is. */
  readonly reusedId: string | null;
}

export interface Balances {
  readonly openingPaise: bigint;
  readonly closingPaise: bigint;
}

export interface DayBalances extends Balances {
  readonly day: string;
  readonly sequenceNo: number | null;
}

export interface StatementFault {
  readonly kind: BreakKind;
  readonly detail: string;
  readonly amountPaise: bigint | null;
}

/** `refused`: nothing of it is stored. `repeated`: it is here already. The faults are breaks either way. */
export interface StatementVerdict {
  readonly state: "imported" | "refused" | "repeated";
  readonly faults: readonly StatementFault[];
}

/** A statement without its lines, and what they make. */
export type StatementToCheck = StatementHead & { readonly tally: LineTally };

/** `whole`: it is of all of the day; what there is of a day under way has no place among the others yet. */
export function checkStatement(
  statement: StatementToCheck,
  known: Neighbours & { readonly whole: boolean },
): StatementVerdict {
  const wrong = findContradiction(statement, known);
  if (wrong !== null) return { state: "refused", faults: [wrong] };
  const { same, whole } = known;
  if (same !== null) {
    // Of the day so far, and the whole day is here: it has nothing to add.
    if (!whole) return { state: "repeated", faults: [] };
    const equal =
      same.openingPaise === statement.openingPaise && same.closingPaise === statement.closingPaise;
    return equal
      ? { state: "repeated", faults: [] }
      : { state: "refused", faults: [changed(statement, same)] };
  }
  return { state: "imported", faults: whole ? findGaps(statement, known) : [] };
}

function findContradiction(
  statement: StatementToCheck,
  { debitAccount, reusedId }: Neighbours,
): StatementFault | null {
  const { openingPaise, closingPaise, tally } = statement;
  if (statement.debitAccount !== debitAccount) {
    const detail = `the statement is of an account ending in ${statement.debitAccount.slice(-4)}`;
    return { kind: "statement_wrong", detail, amountPaise: null };
  }
  if (tally.repeatsAnId)
    return { kind: "statement_wrong", detail: "two lines have the same id of the bank", amountPaise: null };
  if (reusedId !== null) {
    const detail = `${reusedId} was the bank's id of another movement`;
    return { kind: "statement_wrong", detail, amountPaise: null };
  }
  const off = closingPaise - (openingPaise + tally.movedPaise);
  if (off === 0n && !tally.hasEmptyLine) return null;
  const moved = rupees(tally.movedPaise);
  const detail =
    off === 0n
      ? "a line has no amount"
      : `opening ${rupees(openingPaise)} and lines of ${moved} do not make closing ${rupees(closingPaise)}`;
  return { kind: "statement_wrong", detail, amountPaise: abs(off) };
}

function changed({ openingPaise, closingPaise }: StatementHead, same: Balances): StatementFault {
  const was = `${rupees(same.openingPaise)} to ${rupees(same.closingPaise)}`;
  const detail = `the day was stated as ${was}, and now as ${rupees(openingPaise)} to ${rupees(closingPaise)}`;
  return { kind: "statement_changed", detail, amountPaise: abs(closingPaise - same.closingPaise) };
}

/** A day between that is missing shows in the bank's numbers or, without them, in the balances. */
function findGaps(statement: StatementToCheck, { before, after }: Neighbours): StatementFault[] {
  const pairs = [
    ...(before === null ? [] : [{ earlier: before, later: statement }]),
    ...(after === null ? [] : [{ earlier: statement, later: after }]),
  ];
  return pairs.flatMap(({ earlier, later }) => gapBetween(earlier, later));
}

function gapBetween(earlier: DayBalances, later: DayBalances): StatementFault[] {
  const off = later.openingPaise - earlier.closingPaise;
  const days = daysBetween(earlier.day, later.day);
  const numbers =
    earlier.sequenceNo === null || later.sequenceNo === null ? 1 : later.sequenceNo - earlier.sequenceNo;
  if (days === 1 && numbers > 1) return [missing(earlier, later, off)];
  if (off === 0n && (numbers === 1 || days === 1)) return [];
  if (days > 1) return [missing(earlier, later, off)];
  const was = rupees(earlier.closingPaise);
  const detail = `${later.day} opens with ${rupees(later.openingPaise)}, ${earlier.day} closed with ${was}`;
  return [{ kind: "opening_differs", detail, amountPaise: abs(off) }];
}

function missing(earlier: DayBalances, later: DayBalances, off: bigint): StatementFault {
  const detail = `no statement stands between ${earlier.day} and ${later.day}`;
  return { kind: "missing_day", detail, amountPaise: off === 0n ? null : abs(off) };
}

/** Whole days from one date to a later one. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

function abs(paise: bigint): bigint {
  return paise < 0n ? -paise : paise;
}

function rupees(paise: bigint): string {
  return formatRupeesIndian(paise);
}
