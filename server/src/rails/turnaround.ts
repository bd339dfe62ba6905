/**
 * The time by which a payment that does not reach its payee must be back with its payer, and what each day of
 * delay costs the bank that keeps it (`turnaround-rules.ts`). This leads to a claim; nothing is booked.
 */
import type { Calendar } from "./calendars.ts";
import { inForce } from "./dated.ts";
import { DAY_MS, istDayNumber, istMoment } from "./ist.ts";
import { neftBatchAfter } from "./neft-batches.ts";
import type { Rail } from "./rail.ts";
import { REPO_RATES, SPREAD_BPS, TURNAROUNDS } from "./turnaround-rules.ts";

/** A payment whose money has left and that, as far as is known, the payee has not received. */
export interface FailedCredit {
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
