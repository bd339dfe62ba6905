/**
 * A moment before which nothing more will be written.
 *
 * Rows carry the time at which their transaction began, and a transaction that began earlier may commit later. Who
 * reads "all rows up to now" and goes on from there would miss those, so readers go up to a settled moment.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "./db.ts";

/** Until the millisecond of the answer is over. */
const PASSES_MS = 2;
const LOOK_EVERY_MS = 20;
/** The longest transaction that PostgreSQL lets the application have (`transaction_timeout`), and to spare. */
const LONGEST_MS = 35_000;

/**
 * The first moment of the merchant's clock that nothing written so far bears: once it is answered, every transaction
 * that began before it has ended, and what was committed before the call stands before it. Waits for those that are
 * open, usually milliseconds, at most 35 seconds.
 */
export async function settledMoment(db: Db, merchantId: string): Promise<Date> {
  const { moment, passes } = await db.inMerchant(merchantId, async (tx) => {
    const [row] = await tx.query<{ passes: string }>(
      "select (statement_timestamp() + interval '1 ms')::text as passes",
    );
    // Times are kept to the millisecond: a row of this very one must stand before the answer too.
    return { moment: new Date(tx.now.getTime() + 1), passes: row!.passes };
  });
  await sleep(PASSES_MS);
  const giveUpAt = performance.now() + LONGEST_MS;
  // A clock that is moved meanwhile only goes forward: later transactions are later by the merchant's clock too.
  while (performance.now() < giveUpAt && (await isAnyOlder(db, passes))) await sleep(LOOK_EVERY_MS);
  return moment;
}

/** Whether `moment` is still to come, or a transaction of the application that began before it is still open. */
async function isAnyOlder(db: Db, moment: string): Promise<boolean> {
  const [row] = await db.directory((tx) => tx.query<{ older: boolean }>(IS_ANY_OLDER, [moment]));
  return row!.older;
}

// Where the server does not tell what its sessions do, the longest transaction is waited for.
const IS_ANY_OLDER = `
  select case
    when current_setting('track_activities') = 'off' then true
    when clock_timestamp() < $1::timestamptz then true
    else exists (
      select from pg_stat_activity
      where datname = current_database()
        and usename = current_user
        and pid <> pg_backend_pid()
        and xact_start < $1::timestamptz
    )
  end as older`;
