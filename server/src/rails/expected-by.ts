/** The time by which a payment is usually with its payee, as the documentation promises it. */
import { type Calendar, nextOpening } from "./calendars.ts";
import { neftBatchAfter } from "./neft-batches.ts";
import type { Rail } from "./rail.ts";
import { USUALLY_WITHIN_MS } from "./usual-times.ts";

/** Returns by when a payment sent at `at`, or at the rail's next opening, is usually with its payee. */
export function expectedBy(rail: Rail, at: Date, calendar?: Calendar): Date {
  const start = rail === "neft" ? neftBatchAfter(at, calendar) : nextOpening(rail, at, calendar);
  return new Date(start.getTime() + USUALLY_WITHIN_MS[rail]);
}
