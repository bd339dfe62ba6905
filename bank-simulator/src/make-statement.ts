/**
 * Makes the statement of one debit account and one day (IST) from the bank's own books: it contains the booked entries,
 * which do not include the debit of a pending payment.
 */
import type { Bank, StatementKind } from "./banks.ts";
import { signedPaise } from "./books.ts";
import type { Account, Entry } from "./payment.ts";
import { faultsMet, spoil, type Statement } from "./statement-faults.ts";
import { type Line, lineOf } from "./statement-lines.ts";
import type { World } from "./world.ts";

const DAY_MS = 86_400_000;
/** The first day from which these banks number statements. */
const FIRST_DAY_MS = Date.parse("2024-01-01T00:00:00+05:30");

interface StatementAsk {
  readonly day: string;
  readonly kind: StatementKind;
  /** The last entry that can be on it, so that all pages of one statement end at the same place. */
  readonly upTo: number;
}

/** Returns the statement, and the entry up to which it goes. Undefined if there is none of that day (yet). */
export function makeStatement(
  world: World,
  { bank, account }: { bank: Bank; account: Account },
  ask: StatementAsk,
): { statement: Statement; upTo: number } | undefined {
  const { day, kind, upTo } = ask;
  const start = startOf(day);
  const now = world.clocks.of(account.number).now();
  if (now < (kind === "end-of-day" ? start + DAY_MS : start)) return undefined;
  const owner = { bankId: bank.id, debitAccount: account.number };
  const faults = faultsMet(world.statementFaults.of(owner), ask);
  if (faults.some(({ fault }) => fault === "missing-day")) return undefined;

  const { entries: all, balancePaise } = world.books.stated(account);
  const onDay = entriesOf(all, start).filter(({ seq }) => seq <= upTo);
  const openingPaise = balancePaise - sum(all.filter(({ at }) => at >= start));
  const plain: Statement = {
    sequence: Math.round((start - FIRST_DAY_MS) / DAY_MS) + 1,
    openingPaise,
    closingPaise: openingPaise + sum(onDay),
    lines: linesOf(bank, all, onDay),
  };
  const earlier = (): Line[] => entriesOf(all, start - DAY_MS).map((entry) => lineOf(bank, entry));
  return { statement: spoil(plain, faults, earlier), upTo: onDay.at(-1)?.seq ?? 0 };
}

/** The lines that were last made, by the entries of an account. */
const lastLines = new WeakMap<readonly Entry[], readonly Line[]>();

/** A long statement is read page by page: its lines are made for the first page and kept for the others. */
function linesOf(bank: Bank, all: readonly Entry[], onDay: readonly Entry[]): readonly Line[] {
  const last = lastLines.get(all);
  // Entries are only ever added, so the same number of entries with the same last one are the same entries.
  if (last?.length === onDay.length && last.at(-1)?.seq === onDay.at(-1)?.seq) return last;
  const lines = onDay.map((entry) => lineOf(bank, entry));
  lastLines.set(all, lines);
  return lines;
}

/** Returns the instant at which a day `YYYY-MM-DD` begins in India; NaN if there is no such day. */
export function startOf(day: string): number {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00+05:30`) : Number.NaN;
}

function entriesOf(all: readonly Entry[], start: number): readonly Entry[] {
  return all.filter(({ at }) => at >= start && at < start + DAY_MS);
}

function sum(entries: readonly Entry[]): bigint {
  return entries.reduce((total, entry) => total + signedPaise(entry), 0n);
}
