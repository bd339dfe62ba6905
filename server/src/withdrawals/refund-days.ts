/** The days of refunds: until when one is due, and when it is tried again. Pure, by India's working days. */
import { istDate, nextOpening } from "#rails";
import { REFUND_WORKING_DAYS } from "./refund.ts";

const DAY_MS = 86_400_000;

/** The morning of the seventh working day after an arrival. */
export function refundBy(arrivedAt: Date): Date {
  let day = arrivedAt;
  for (let count = 0; count < REFUND_WORKING_DAYS; count += 1) day = nextMorning(day);
  return day;
}

/** The morning of the first working day after that of `at`: when a refund that was not paid is tried again. */
export function nextMorning(at: Date): Date {
  const midnight = new Date(Date.parse(`${istDate(at)}T00:00:00+05:30`) + DAY_MS);
  // Withdrawals begin in the morning of working days, which is all that is meant here.
  return nextOpening("withdrawal", midnight);
}
