/** Folds counted transfers into figures: totals, and the same by day, rail and bank. Pure. */
import type { Rail, TransferReason } from "#rails";
import type { Status } from "#transfers";

export interface SuccessRate {
  /** Transfers with a result: SUCCESS, FAILED or REVERSED. */
  readonly transfers: number;
  /** 0 to 1; null while there is no result. */
  readonly rate: number | null;
  /** The interval that contains the true rate with 95% confidence (Wilson), 0 to 1. */
  readonly low: number | null;
  readonly high: number | null;
}

/** Divides SUCCESS by the sum of SUCCESS, FAILED and REVERSED. */
export function successRate({ succeeded, failed, reversed }: Figure): SuccessRate {
  const transfers = succeeded.transfers + failed.transfers + reversed.transfers;
  if (transfers === 0) return { transfers, rate: null, low: null, high: null };
  const rate = succeeded.transfers / transfers;
  return { transfers, rate, ...wilson(rate, transfers) };
}

/** The quantile of the normal distribution that leaves 2.5% on either side. */
const Z = 1.959964;

function wilson(rate: number, transfers: number): { low: number; high: number } {
  const scale = 1 + Z ** 2 / transfers;
  const middle = (rate + Z ** 2 / (2 * transfers)) / scale;
  const half = (Z / scale) * Math.sqrt((rate * (1 - rate)) / transfers + Z ** 2 / (4 * transfers ** 2));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** A number of transfers of one kind, and their total amount without charges. */
export interface Count {
  readonly transfers: number;
  readonly amountPaise: bigint;
}

/** The time from acceptance to the result, over transfers that succeeded or failed. */
interface Took {
  readonly transfers: number;
  /** Half of the results came within this time. */
  readonly p50Ms: number;
  /** 95% of the results came within this time. */
  readonly p95Ms: number;
}

export interface Figure {
  /** All transfers that were accepted or rejected. */
  readonly all: Count;
  readonly succeeded: Count;
  readonly failed: Count;
  readonly reversed: Count;
  /** Not sent to a bank because of rules, lack of funds, or people; cancelled ones too. */
  readonly rejected: Count;
  /** Without a result yet. */
  readonly inFlight: Count;
  /** Null as long as there is no result. */
  readonly took: Took | null;
}

export interface Figures {
  /** The first and the last day, `YYYY-MM-DD` in India. */
  readonly from: string;
  readonly to: string;
  readonly readAt: Date;
  readonly total: Figure;
  /**
   * The amount that fund sources pay, charges included, for transfers that succeeded, are in flight or were paid after
   * a failure.
   */
  readonly takenPaise: bigint;
  /** Every day of the range, including those without transfers. */
  readonly byDay: readonly (Figure & { readonly day: string })[];
  readonly byRail: readonly (Figure & { readonly rail: Rail })[];
  /** The bank is null for transfers that were not sent to a bank. */
  readonly byBank: readonly (Figure & { readonly bankId: string | null })[];
  /** The reasons of transfers that failed, were rejected or came back; the most frequent reason comes first. */
  readonly reasons: readonly (Count & { readonly reason: TransferReason; readonly outcome: Outcome })[];
}

type Outcome = "succeeded" | "failed" | "reversed" | "rejected" | "inFlight";

/** A count of transfers that are alike. */
export interface CountRow {
  readonly what: "count";
  readonly day: string;
  readonly rail: Rail;
  readonly bankId: string | null;
  readonly status: Status;
  readonly reason: TransferReason | null;
  readonly transfers: bigint;
  readonly amountPaise: bigint;
  readonly chargesPaise: bigint;
}

/** Times of all transfers (`level` 7), of a day (3), a rail (5) or a bank (6). */
export interface TimeRow {
  readonly what: "time";
  readonly level: 3 | 5 | 6 | 7;
  readonly day: string | null;
  readonly rail: Rail | null;
  readonly bankId: string | null;
  readonly transfers: bigint;
  readonly p50Ms: bigint;
  readonly p95Ms: bigint;
}

/** The outcome that each status counts as. */
const OUTCOMES: Readonly<Record<Status, Outcome>> = {
  received: "inFlight",
  awaiting_approval: "inFlight",
  waiting: "inFlight",
  ready: "inFlight",
  sent: "inFlight",
  review: "inFlight",
  succeeded: "succeeded",
  failed: "failed",
  reversed: "reversed",
  rejected: "rejected",
  cancelled: "rejected",
};

interface Counted {
  readonly counts: readonly CountRow[];
  readonly times: readonly TimeRow[];
  readonly readAt: Date;
}

export function foldFigures(days: readonly string[], { counts, times, readAt }: Counted): Figures {
  const timeOf = (level: TimeRow["level"], name: string | null): Took | null => {
    const row = times.find((one) => one.level === level && nameAt(one, level) === name);
    if (row === undefined) return null;
    return { transfers: Number(row.transfers), p50Ms: Number(row.p50Ms), p95Ms: Number(row.p95Ms) };
  };
  const group = <K extends string | null>(
    level: TimeRow["level"],
    keyOf: (row: CountRow) => K,
    keys: readonly K[] = [...new Set(counts.map(keyOf))].toSorted(byName),
  ): (Figure & { key: K })[] => {
    const rows = Map.groupBy(counts, keyOf);
    return keys.map((key) => ({ key, ...figureOf(rows.get(key) ?? [], timeOf(level, key)) }));
  };
  const taken = counts.filter(
    ({ status, reason }) =>
      ["succeeded", "inFlight"].includes(OUTCOMES[status]) || reason === "PAID_AFTER_FAILURE",
  );
  return {
    from: days[0]!,
    to: days.at(-1)!,
    readAt,
    total: figureOf(counts, timeOf(7, null)),
    takenPaise: taken.reduce((sum, row) => sum + row.amountPaise + row.chargesPaise, 0n),
    byDay: group(3, ({ day }) => day, days).map(({ key, ...figure }) => ({ day: key, ...figure })),
    byRail: group(5, ({ rail }) => rail).map(({ key, ...figure }) => ({ rail: key, ...figure })),
    byBank: group(6, ({ bankId }) => bankId).map(({ key, ...figure }) => ({ bankId: key, ...figure })),
    reasons: reasonsOf(counts),
  };
}

function nameAt({ day, rail, bankId }: TimeRow, level: TimeRow["level"]): string | null {
  return { 3: day, 5: rail, 6: bankId, 7: null }[level];
}

function byName(a: string | null, b: string | null): number {
  return (a ?? "~") < (b ?? "~") ? -1 : 1;
}

function figureOf(rows: readonly CountRow[], took: Took | null): Figure {
  const of = Map.groupBy(rows, ({ status }) => OUTCOMES[status]);
  const count = (outcome: Outcome): Count => countOf(of.get(outcome) ?? []);
  return {
    all: countOf(rows),
    succeeded: count("succeeded"),
    failed: count("failed"),
    reversed: count("reversed"),
    rejected: count("rejected"),
    inFlight: count("inFlight"),
    took,
  };
}

function countOf(rows: readonly CountRow[]): Count {
  return {
    transfers: rows.reduce((sum, { transfers }) => sum + Number(transfers), 0),
    amountPaise: rows.reduce((sum, { amountPaise }) => sum + amountPaise, 0n),
  };
}

/** The reason does not count while a transfer is in progress, or if the next bank paid it. */
function reasonsOf(counts: readonly CountRow[]): Figures["reasons"] {
  const told = counts.filter(
    ({ reason, status }) => reason !== null && ["failed", "reversed", "rejected"].includes(OUTCOMES[status]),
  );
  return [...Map.groupBy(told, ({ reason, status }) => `${OUTCOMES[status]} ${reason}`).values()]
    .map((rows) => ({ reason: rows[0]!.reason!, outcome: OUTCOMES[rows[0]!.status], ...countOf(rows) }))
    .toSorted((a, b) => b.transfers - a.transfers || byName(a.reason, b.reason));
}
