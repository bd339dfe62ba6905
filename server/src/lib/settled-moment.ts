/**
 * A moment before which nothing more will be written.
 *
 * Rows carry the time at which their transaction began, and a transaction that began earlier may commit later. Who
 * reads "all rows up to now" and goes on from there would miss those, so readers go up to a settled moment.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "./db.ts";

const LOOK_EVERY_MS = 20;
/** The longest transaction that PostgreSQL lets the application have (`transaction_timeout`), and to spare. */
const LONGEST_MS = 35_000;

/**
 * A moment of the merchant's clock, now or a little earlier: once it is answered, every transaction that began
 * before it has ended. Waits for those that are open, usually milliseconds, at most 35 seconds.
 */
export async function settledMoment(db: Db, merchantId: string): Promise<Date> {
  const { moment, seen } = await db.inMerchant(merchantId, async (tx) => {
    const [row] = await tx.query<{ seen: string }>("select clock_timestamp()::text as seen");
    return { moment: tx.now, seen: row!.seen };
  });
  const giveUpAt = performance.now() + LONGEST_MS;
  // A clock that is moved meanwhile only goes forward: later transactions are later by the merchant's clock too.
  while (performance.now() < giveUpAt && (await isAnyOlder(db, seen))) await sleep(LOOK_EVERY_MS);
  return moment;
}

/** Whether a transaction of the application that began before `seen` is still open. */
async function isAnyOlder(db: Db, seen: string): Promise<boolean> {
  const [row] = await db.directory((tx) => tx.query<{ older: boolean }>(IS_ANY_OLDER, [seen]));
  return row!.older;
}

// Where the server does not tell what its sessions do, the longest transaction is waited for.
const IS_ANY_OLDER = `
  select current_setting('track_activities') = 'off' or exists (
    select from pg_stat_activity
    where datname = current_database()
      and usename = current_user
      and xact_start < $1::timestamptz
  ) as older`;
