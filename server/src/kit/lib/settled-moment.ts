/**
 * A moment before which nothing more will be written.
 *
 * Rows carry the time at which their transaction began, and a transaction that began earlier may commit
 * later. A reader that takes "all rows up to now" would miss those, so readers go up to a settled moment.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Db, Home } from "./db.ts";

/** After this time the millisecond of the answer is over. */
const PASSES_MS = 2;
const LOOK_EVERY_MS = 20;
/** The longest transaction that PostgreSQL allows the application (`transaction_timeout`), plus a margin. */
const LONGEST_MS = 35_000;

/**
 * Returns the first moment of the merchant's clock that no row written so far bears: when it is returned,
 * every transaction that began before it has ended, and what was committed before the call is earlier. Waits
 * for open transactions, usually for milliseconds, at most 35 seconds.
 */
export async function settledMoment(db: Db, merchantId: string): Promise<Date> {
  const { home, moment, passes } = await db.atHome(merchantId, async (home) => ({
    home,
    ...(await readMoment(home, merchantId)),
  }));
  await sleep(PASSES_MS);
  const giveUpAt = performance.now() + LONGEST_MS;
  // A clock that is moved meanwhile only goes forward, so later transactions are later by it too.
  while (performance.now() < giveUpAt && (await isAnyOlder(home, passes))) await sleep(LOOK_EVERY_MS);
  return moment;
}

function readMoment(home: Home, merchantId: string): Promise<{ moment: Date; passes: string }> {
  return home.inMerchant(merchantId, async (tx) => {
    const [row] = await tx.query<{ passes: string }>(
      "select (statement_timestamp() + interval '1 ms')::text as passes",
    );
    // Times are stored to the millisecond: a row of this very millisecond must be before the answer too.
    return { moment: new Date(tx.now.getTime() + 1), passes: row!.passes };
  });
}

/** Returns true if `moment` is to come, or an older transaction of the application is still open. */
async function isAnyOlder(home: Home, moment: string): Promise<boolean> {
  const [row] = await home.transact((tx) => tx.query<{ older: boolean }>(IS_ANY_OLDER, [moment]));
  return row!.older;
}

// If the server does not show what its sessions do, the wait is as long as the longest transaction.
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
