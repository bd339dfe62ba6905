/** Checks if a statement can be believed, and finds its faults: pure, from its balances and its day. */
import {
  type ForeignStatement,
  isSameAccount,
  type LineTally,
  type BankStatementHead,
  tellForeign,
} from "#banks";
import type { Context } from "#lib/context";
import { formatRupeesIndian } from "#lib/money";
import type { BreakKind } from "./break.ts";
import { openBreaks } from "./open-breaks.ts";

/**
 * Informs people that statements of other accounts were left out of what a bank sent. Banks send all accounts of a
 * customer together every day, so each account is reported once, however often it comes.
 */
export async function noteForeign(
  ctx: Context,
  merchantId: string,
  { bankId, foreign }: { bankId: string; foreign: readonly ForeignStatement[] },
): Promise<void> {
  if (foreign.length === 0) return;
  const breaks = foreign.map((one) => ({
    kind: "other_account" as const,
    sourceKey: `other-account:${bankId}:${one.accountEnd}:${one.currency ?? ""}`,
    bankId,
    detail: tellForeign(one),
  }));
  await ctx.db.inMerchant(merchantId, (tx) => openBreaks(tx, breaks));
}

/** Facts about other statements of the same bank account. */
export interface Neighbours {
  /** The bank account that the connection pays from. */
  readonly debitAccount: string;
  /** The statement of the whole day, if there is one. */
  readonly same: StatementBalances | null;
  /** The result of comparing the lines of a file that may have grown with those stored; see `compareDays`. */
  readonly grown: "more" | "less" | null;
}

interface StatementBalances {
  readonly openingPaise: bigint;
  readonly closingPaise: bigint;
}

export interface DayBalances extends StatementBalances {
  readonly day: string;
  readonly sequenceNo: number | null;
}

export interface StatementFault {
  readonly kind: BreakKind;
  readonly detail: string;
  readonly amountPaise: bigint | null;
}

/** `refused`: nothing of it is stored. `repeated`: it is already stored. Faults are breaks in both cases. */
interface StatementVerdict {
  readonly state: "imported" | "refused" | "repeated";
  readonly faults: readonly StatementFault[];
}

/** A statement without its lines, and with the totals of its lines. */
type StatementToCheck = BankStatementHead & { readonly tally: LineTally };

/** `whole`: it covers all of the day. An intraday statement is not compared with its neighbours yet. */
export function checkStatement(
  statement: StatementToCheck,
  known: Neighbours & { readonly whole: boolean },
): StatementVerdict {
  const wrong = findContradiction(statement, known);
  if (wrong !== null) return { state: "refused", faults: [wrong] };
  const { same, whole, grown } = known;
  if (same !== null) {
    // An intraday statement adds nothing if the whole day is here.
    if (!whole) return { state: "repeated", faults: [] };
    const equal =
      same.openingPaise === statement.openingPaise && same.closingPaise === statement.closingPaise;
    if (equal || grown === "less") return { state: "repeated", faults: [] };
    if (grown === null) return { state: "refused", faults: [changed(statement, same)] };
  }
  return { state: "imported", faults: [] };
}

function findContradiction(statement: StatementToCheck, { debitAccount }: Neighbours): StatementFault | null {
  const { openingPaise, closingPaise, tally } = statement;
  if (!isSameAccount(statement.debitAccount, debitAccount)) {
    const detail = `the statement is of an account ending in ${statement.debitAccount.slice(-4)}`;
    return { kind: "statement_wrong", detail, amountPaise: null };
  }
  const off = closingPaise - (openingPaise + tally.movedPaise);
  if (off === 0n && !tally.hasEmptyLine) return null;
  const moved = rupees(tally.movedPaise);
  const [leftOut] = tally.leftOut;
  const odd = leftOut === undefined ? "" : `${leftOut} was not taken; `;
  const detail =
    off === 0n
      ? "a line has no amount"
      : `${odd}opening ${rupees(openingPaise)} and lines of ${moved} do not make closing ${rupees(closingPaise)}`;
  return { kind: "statement_wrong", detail, amountPaise: abs(off) };
}

function changed({ openingPaise, closingPaise }: BankStatementHead, same: StatementBalances): StatementFault {
  const was = `${rupees(same.openingPaise)} to ${rupees(same.closingPaise)}`;
  const detail = `the day was stated as ${was}, and now as ${rupees(openingPaise)} to ${rupees(closingPaise)}`;
  return { kind: "statement_changed", detail, amountPaise: abs(closingPaise - same.closingPaise) };
}

/**
 * Finds the gap between a whole day and the next stated one. A missing day shows in the bank's numbers or,
 * without them, in the balances. The amount is null if the balances follow nevertheless.
 */
export function gapBetween(
  earlier: Omit<DayBalances, "openingPaise">,
  later: Omit<DayBalances, "closingPaise">,
): StatementFault | null {
  const off = later.openingPaise - earlier.closingPaise;
  const days = daysBetween(earlier.day, later.day);
  const numbers =
    earlier.sequenceNo === null || later.sequenceNo === null ? 1 : later.sequenceNo - earlier.sequenceNo;
  if (days === 1 && numbers > 1) return missing(earlier, later, off);
  if (off === 0n && (numbers === 1 || days === 1)) return null;
  if (days > 1) return missing(earlier, later, off);
  const was = rupees(earlier.closingPaise);
  const opens = `${later.day} opens with ${rupees(later.openingPaise)}, ${earlier.day} closed with ${was}`;
  return { kind: "opening_differs", detail: opens + waiting(later), amountPaise: abs(off) };
}

function missing(
  earlier: Pick<DayBalances, "day">,
  later: Pick<DayBalances, "day">,
  off: bigint,
): StatementFault {
  const detail = `no statement stands between ${earlier.day} and ${later.day}`;
  if (off === 0n) return { kind: "missing_day", detail, amountPaise: null };
  return { kind: "missing_day", detail: detail + waiting(later), amountPaise: abs(off) };
}

const waiting = ({ day }: Pick<DayBalances, "day">): string =>
  `; credits from ${day} on wait until this break is closed`;

/** Returns the number of days from one date to a later one. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

function abs(paise: bigint): bigint {
  return paise < 0n ? -paise : paise;
}

function rupees(paise: bigint): string {
  return formatRupeesIndian(paise);
}
