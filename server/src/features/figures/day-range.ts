/** Ranges of days in India: today and the days before it. */
import type { Tx } from "#lib/db";
import { firstIdAt } from "#lib/ids";
import { istDate } from "#lib/ist";

const DAY_MS = 86_400_000;
const GREATEST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The last `count` days of the merchant's clock; today is last. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    istDate(new Date(now.getTime() - (count - 1 - index) * DAY_MS)),
  );
}

export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00+05:30`);
}

export function endOfDay(day: string): Date {
  return new Date(startOfDay(day).getTime() + DAY_MS);
}

/**
 * The range of IDs of each day's transfers. IDs begin with the real time, so a merchant whose clock was ever moved has
 * no upper bound, because the distance of its clock from the real time is not known for the past.
 */
export async function idRanges(
  tx: Tx,
  days: readonly string[],
): Promise<{ firstIds: string[]; lastIds: string[] }> {
  const [clock] = await tx.query<{ moved: boolean }>(
    "select exists (select from lib.merchant_clock where merchant_id = $1) as moved",
    [tx.merchantId],
  );
  return {
    firstIds: days.map((day) => firstIdAt(tx, startOfDay(day))),
    lastIds: days.map((day) => (clock!.moved ? GREATEST_ID : lastIdAt(endOfDay(day)))),
  };
}

/** The largest difference between the clock that makes the IDs and the database's clock. */
const SLACK_MS = 3_600_000;

function lastIdAt(at: Date): string {
  const time = (at.getTime() + SLACK_MS).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-ffff-ffff-ffffffffffff`;
}
