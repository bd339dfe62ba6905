/**
 * The time by which a payment is usually with its payee, the time by which one that does not reach its payee must
 * be back with its payer, and what each day of delay costs the bank that keeps it. This leads to a claim; nothing
 * is booked.
 */
import { neftBatchAfter, nextOpening, type Calendar } from "./calendars.ts";
import { DAY_MS, inForce, istDayNumber, istMoment, type Dated } from "#lib/ist";
import type { Rail } from "./rail.ts";

/** A payment whose money has left and that, as far as is known, the payee has not received. */
interface FailedCredit {
  readonly rail: Rail;
  readonly amountPaise: bigint;
  /** The time at which the payer's account was debited. */
  readonly debitedAt: Date;
  /** The time at which the money came back, or now if it has not. */
  readonly until: Date;
  readonly calendar?: Calendar;
}

export interface Lateness {
  /** The last moment at which the return is in time. */
  readonly dueAt: Date;
  /** Days of delay; 0: in time. */
  readonly days: number;
  /** The sum owed for them, in whole paise, rounded down. */
  readonly owedPaise: bigint;
  readonly source: string;
}

/** Returns how late a return is, and what the bank owes for it. */
export function latenessOf({ rail, amountPaise, debitedAt, until, calendar }: FailedCredit): Lateness {
  const row = inForce(TURNAROUNDS[rail], debitedAt);
  const { source } = row;
  if (row.kind === "per_day") {
    const lastDay = istDayNumber(debitedAt) + row.withinDays;
    const days = Math.max(0, istDayNumber(until) - lastDay);
    return { dueAt: istMoment(lastDay, DAY_MS - 1), days, owedPaise: BigInt(days) * row.perDayPaise, source };
  }
  const start = rail === "neft" ? neftBatchAfter(debitedAt, calendar) : debitedAt;
  const dueAt = new Date(start.getTime() + row.withinMs);
  // A day that has begun counts as a whole day.
  const days = Math.max(0, Math.ceil((until.getTime() - dueAt.getTime()) / DAY_MS));
  const yearlyBps = inForce(REPO_RATES, dueAt).yearlyBps + SPREAD_BPS;
  return { dueAt, days, owedPaise: (amountPaise * yearlyBps * BigInt(days)) / (10_000n * 365n), source };
}

/** A fixed sum for each calendar day (IST) after the last one allowed, or interest for the time of delay. */
type TurnaroundRow = Dated & { readonly source: string } & (
    | { readonly kind: "per_day"; readonly withinDays: number; readonly perDayPaise: bigint }
    | { readonly kind: "interest"; readonly withinMs: number }
  );

const HOUR_MS = 3_600_000;
const CIRCULAR = "RBI DPSS.CO.PD No.629/02.01.014/2019-20, 20 September 2019";

const nextDay = (what: string): readonly [TurnaroundRow] => [
  {
    ...{ kind: "per_day", from: "2019-10-15", withinDays: 1, perDayPaise: 100_00n },
    source: `${CIRCULAR}, ${what}`,
  },
];

const interestAfter = (hours: number, source: string): readonly [TurnaroundRow] => [
  { kind: "interest", from: "2005-11-21", withinMs: hours * HOUR_MS, source },
];

/**
 * The rules of each rail, oldest first. For NEFT, the time runs from the end of the batch; for RTGS, from when the
 * payment is sent.
 */
export const TURNAROUNDS: Readonly<Record<Rail, readonly [TurnaroundRow, ...TurnaroundRow[]]>> = {
  imps: nextDay("Immediate Payment System"),
  upi: nextDay("Unified Payments Interface, transfer of funds"),
  card: nextDay("card to card transfer"),
  paytm: nextDay("prepaid payment instruments"),
  amazonpay: nextDay("prepaid payment instruments"),
  neft: interestAfter(2, "RBI NEFT procedural guidelines: returned within two hours of the batch"),
  rtgs: interestAfter(1, "RBI RTGS system regulations: returned within one hour"),
};

interface RepoRow extends Dated {
  /** In hundredths of a percent. */
  readonly yearlyBps: bigint;
}

/** The interest owed above the repo rate, in hundredths of a percent a year. */
export const SPREAD_BPS = 200n;

/** The repo rate set by the Monetary Policy Committee; delay costs two percent a year above it. */
const REPO_RATES: readonly [RepoRow, ...RepoRow[]] = [
  { from: "2020-05-22", yearlyBps: 400n },
  { from: "2022-05-04", yearlyBps: 440n },
  { from: "2022-06-08", yearlyBps: 490n },
  { from: "2022-08-05", yearlyBps: 540n },
  { from: "2022-09-30", yearlyBps: 590n },
  { from: "2022-12-07", yearlyBps: 625n },
  { from: "2023-02-08", yearlyBps: 650n },
  { from: "2025-02-07", yearlyBps: 625n },
  { from: "2025-04-09", yearlyBps: 600n },
  { from: "2025-06-06", yearlyBps: 550n },
  { from: "2025-12-05", yearlyBps: 525n },
];

const MINUTE_MS = 60_000;

/** The usual time of a payment to its payee after sending, or for NEFT after its batch. */
export const USUALLY_WITHIN_MS: Readonly<Record<Rail, number>> = {
  imps: 15 * MINUTE_MS,
  upi: 15 * MINUTE_MS,
  paytm: 15 * MINUTE_MS,
  amazonpay: 15 * MINUTE_MS,
  rtgs: 120 * MINUTE_MS,
  neft: 120 * MINUTE_MS,
  card: 48 * 60 * MINUTE_MS,
};

/** Returns by when a payment sent at `at`, or at the rail's next opening, is usually with its payee. */
export function expectedBy(rail: Rail, at: Date, calendar?: Calendar): Date {
  const start = rail === "neft" ? neftBatchAfter(at, calendar) : nextOpening(rail, at, calendar);
  return new Date(start.getTime() + USUALLY_WITHIN_MS[rail]);
}
