/** The time by which a payment is usually with its payee, as the documentation promises it. */
import { type Calendar, nextOpening } from "./calendars.ts";
import { neftBatchAfter } from "./neft-batches.ts";
import type { Rail } from "./rail.ts";

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
