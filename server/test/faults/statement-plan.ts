/** The payments of one bank account over some days, from which a seed makes its statements. */
import { makeDice } from "./dice.ts";

/** A planned payment; its bank books it at `at`. */
export interface PlannedPayment {
  /** The day (IST) of `at`. */
  readonly day: string;
  readonly at: Date;
  readonly amountPaise: bigint;
  readonly accountNumber: string;
  readonly name: string;
  /** The money comes back half an hour later. */
  readonly returns: boolean;
}

/** A payment that was made. */
export interface MadePayment extends PlannedPayment {
  readonly reference: string;
  readonly utr: string;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const FIRST_MINUTE = 6 * 60;

/**
 * The first two of each day are twins: equal amounts to one account. All other amounts differ, over all days. One in
 * four comes back, but never the first three.
 */
export function planPayments(
  seed: string,
  { firstDay, days, perDay = 8 }: { firstDay: string; days: number; perDay?: number },
): PlannedPayment[] {
  const dice = makeDice(`plan ${seed}`);
  return Array.from({ length: days * perDay }, (_, place) => {
    const nth = place % perDay;
    const day = dayAfter(firstDay, Math.floor(place / perDay));
    const serial = nth === 1 ? place - 1 : place;
    const spread = Math.floor(dice() * 30);
    return {
      day,
      at: new Date(startOf(day) + (FIRST_MINUTE + nth * 60 + spread) * MINUTE_MS),
      amountPaise: 1_000_00n + BigInt(serial) * 1_37n,
      accountNumber: `5010${String(10_000_000 + serial * 7)}`,
      name: "Asha Rao",
      returns: nth > 2 && dice() < 0.25,
    };
  });
}

/** Returns the day this many days later, `YYYY-MM-DD`. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the instant at which a day begins in India. */
export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00+05:30`);
}
