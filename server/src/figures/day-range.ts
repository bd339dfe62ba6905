/** Days in India, as figures are asked for: today and the days before it. */
import type { Tx } from "#lib/db";
import { firstIdAt } from "#lib/find-first-at";
import { istDate } from "#rails";

const DAY_MS = 86_400_000;
const GREATEST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The last `count` days of the merchant's clock, the newest (today) last. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    istDate(new Date(now.getTime() - (count - 1 - index) * DAY_MS)),
  );
}

/** The moment at which a day begins in India. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00+05:30`);
}

/** The moment at which it is over. */
export function endOfDay(day: string): Date {
  return new Date(startOfDay(day).getTime() + DAY_MS);
}

/**
 * Between which ids the transfers of days stand. Ids begin with the real time: a merchant whose clock was ever moved
 * has no upper bound, because no one knows how far it stood from the real time then.
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

/** How far the clock that makes the ids may be from the database's. */
const SLACK_MS = 3_600_000;

function lastIdAt(at: Date): string {
  const time = (at.getTime() + SLACK_MS).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-ffff-ffff-ffffffffffff`;
}
