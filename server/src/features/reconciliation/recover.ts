/** Recovery after a restore of the database: nothing is sent until banks have stated what they paid since. */
import type { Actor } from "#audit";
import { adapterOf } from "#banks";
import { endRecovering, listBankConnections, setRecovering } from "#fund-sources";
import { endRecoveryIncidents, openRecoveryIncidents } from "#health";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Home, Tx } from "#lib/db";
import { isUnavailable, logFault } from "#lib/db-errors";
import { istDate } from "#lib/ist";
import { repeat } from "#lib/repeat";
import type { Working } from "#lib/worker";
import { IS_HELD } from "./conditions.ts";
import { ReconciliationError } from "./errors.ts";

/** The interval of the check, and so the precision of the moment that a restored database remembers. */
const NOTICE_EVERY_MS = 5_000;
/** Another server is examined this soon. Nothing is sent until then. */
const LOOK_EVERY_MS = 250;

/** Notices while the process runs that a home's database is another one (`noticeRestore`). */
export function watchDatabases(ctx: Context): Working {
  const watching = ctx.db.homes.all().map((home) => watchDatabase(ctx, home));
  return { stop: async () => void (await Promise.all(watching.map((one) => one.stop()))) };
}

function watchDatabase(ctx: Context, home: Home): Working {
  let noticedAt = performance.now();
  return repeat({
    everyMs: LOOK_EVERY_MS,
    async work() {
      if (performance.now() - noticedAt < NOTICE_EVERY_MS && !home.servers.isUnexamined()) return;
      noticedAt = performance.now();
      await noticeRestoreAt(ctx, home);
    },
    onFault: (error) =>
      logFault(ctx.log, error, {
        facts: { home: home.name },
        text: "the database could not be examined; trying again",
      }),
  });
}

interface Identity {
  /** Cluster, timeline and number of the database. */
  readonly identity: string;
  /** True if commits wait until a standby has them on its disk. */
  readonly synchronous: boolean;
}

interface Seen extends Identity {
  readonly seenAt: Date;
}

/** The last moment that a process has written into the database of a home. */
const writtenBy = new WeakMap<Home, Date>();

/**
 * Does `noticeRestoreAt` at each home, and returns true if one of them was restored. One of several that is away is
 * examined before anything is sent for its merchants.
 */
export async function noticeRestore(ctx: Context): Promise<boolean> {
  const all = ctx.db.homes.all();
  const found = await Promise.allSettled(all.map((home) => noticeRestoreAt(ctx, home)));
  for (const one of found)
    if (one.status === "rejected" && !(all.length > 1 && isUnavailable(one.reason))) throw one.reason;
  return found.some((one) => one.status === "fulfilled" && one.value);
}

/**
 * Compares a home's database with the identity stored in it. They differ after a restore of a dump or base backup, and
 * after a failover to a standby. Unless a standby took over that lacks nothing, it then holds back all banks of the
 * home's merchants from the stored moment on (`beginRecovery`) and returns true. It cannot notice a copied data folder.
 * Must be called before anything is sent. Safe to crash in, and for several processes at once.
 */
function noticeRestoreAt(ctx: Context, home: Home): Promise<boolean> {
  return home.servers.examine(() => compareIdentity(ctx, home));
}

async function compareIdentity(ctx: Context, home: Home): Promise<boolean> {
  const found = await readIdentity(ctx, home);
  if (found === null) return false;
  const { identity, synchronous } = found;
  const [seen] = await home.transact((tx) => tx.query<{ seenAt: Date }>(SEE, [identity, synchronous]));
  if (seen !== undefined) {
    writtenBy.set(home, seen.seenAt);
    return false;
  }
  const [last] = await home.transact((tx) =>
    tx.query<Seen>(`select identity, synchronous, seen_at as "seenAt" from reconciliation.database_seen`),
  );
  // Another process has examined it in the meantime.
  if (last!.identity === identity) return compareIdentity(ctx, home);
  const facts = { home: home.name, since: last!.seenAt, was: last!.identity, is: identity };
  const isComplete = lacksNothing(home, { last: last!, identity });
  if (isComplete) ctx.log.warn(facts, "a standby took over; commits waited for it, so it lacks none");
  else {
    ctx.log.error(
      facts,
      "this database is a restored one, or a standby took over: each bank waits until its statements since then are in",
    );
    await beginRecoveryAt(ctx, [home], { since: last!.seenAt, by: "system" });
    crashPoint("reconciliation.restore.held");
  }
  await home.transact((tx) => tx.execute(REMEMBER, [identity, last!.identity]));
  return !isComplete;
}

/**
 * Returns true for a standby that took over and for which commits waited. The database alone cannot prove that: a base
 * backup looks the same. So this process must have written into the database before, and find what it wrote.
 */
function lacksNothing(home: Home, { last, identity }: { last: Seen; identity: string }): boolean {
  const written = writtenBy.get(home);
  const isFound = written !== undefined && last.seenAt >= written;
  return last.synchronous && isFound && withoutTimeline(last.identity) === withoutTimeline(identity);
}

const withoutTimeline = (identity: string): string => identity.replace(/\/.*\//, "/");

/** Returns no row if another database is remembered. */
const SEE = `
  insert into reconciliation.database_seen as seen (identity, synchronous, seen_at)
  values ($1, $2, clock_timestamp())
  on conflict (the_only_one) do update
  set seen_at = excluded.seen_at, synchronous = excluded.synchronous
  where seen.identity = excluded.identity
  returning seen_at as "seenAt"`;

const REMEMBER = `
  update reconciliation.database_seen
  set identity = $1, synchronous = false, seen_at = clock_timestamp()
  where identity = $2`;

const NOT_ALLOWED = "42501";
/** The databases that do not identify themselves, each of which is logged once. */
const unidentified = new WeakSet<Home>();

/** Returns null if this database does not identify itself. */
async function readIdentity(ctx: Context, home: Home): Promise<Identity | null> {
  try {
    const [database] = await home.transact((tx) => tx.query<Identity>(READ_IDENTITY));
    return database!;
  } catch (error) {
    if ((error as { code?: unknown }).code !== NOT_ALLOWED) throw error;
    if (!unidentified.has(home))
      ctx.log.warn(
        { home: home.name, err: error },
        "the database does not say which one it is: a restore would not be noticed",
      );
    unidentified.add(home);
    return null;
  }
}

const READ_IDENTITY = `
  select
    system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) || '/' || database.oid as identity,
    current_setting('synchronous_standby_names') <> ''
      and current_setting('synchronous_commit') in ('on', 'remote_apply') as synchronous
  from pg_control_system()
  cross join pg_database as database
  where database.datname = current_database()`;

/**
 * SQL for a database that was filled from a backup, even if it replaces the one that was backed up: the next
 * process that starts notices the restore, and holds back every bank until its statements since then are in
 * (`noticeRestore`).
 */
export const FORGET_IDENTITY = `
  update reconciliation.database_seen
  set identity = 'restored, was ' || identity`;

interface Held {
  readonly merchantId: string;
  readonly bankIds: readonly string[];
}

/** Holds back all merchants' banks after a restore; see `beginRecovery`. Returns them by merchant. */
export function beginRecoveryOfAll(ctx: Context, recovery: { since: Date; by: Actor }): Promise<Held[]> {
  return beginRecoveryAt(ctx, ctx.db.homes.all(), recovery);
}

async function beginRecoveryAt(
  ctx: Context,
  homes: readonly Home[],
  recovery: { since: Date; by: Actor },
): Promise<Held[]> {
  const held: Held[] = [];
  for (const home of homes) {
    const merchants = await home.sweep((read) => read.query<{ merchantId: string }>(LIST_WITH_BANKS));
    for (const { merchantId } of merchants)
      held.push({ merchantId, bankIds: await beginRecovery(ctx, merchantId, recovery) });
  }
  return held;
}

// A restored home may hold rows of merchants that have moved since.
const LIST_WITH_BANKS = `
  select distinct merchant_id as "merchantId"
  from fund_sources.bank_connection
  join access.merchant_clock using (merchant_id)
  order by 1`;

/**
 * Holds back everything that a merchant's banks are to be sent, because the database was restored to the
 * moment `since` (real clock) and they may have paid what is not known here any more. Orders are accepted and
 * wait. The hold of a bank ends by itself when its statements since then are in; one without statements waits for
 * `endRecovery`. Payments go on when no bank is held any more. Returns the banks that are held back.
 */
export async function beginRecovery(
  ctx: Context,
  merchantId: string,
  { since: moment, by }: { since: Date; by: Actor },
): Promise<string[]> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const [clock] = await tx.query<{ since: Date }>(
      "select $2::timestamptz + (lib.now_of($1) - statement_timestamp()) as since",
      [merchantId, moment],
    );
    const { since } = clock!;
    const connections = await listBankConnections(ctx, tx);
    const bankIds = connections.map(({ bankId }) => bankId);
    const because = `the database was restored to ${since.toISOString()}`;
    const held = await setRecovering(tx, { bankIds, since, by, because });
    const banks = connections
      .filter(({ bankId }) => held.includes(bankId))
      .map((connection) => ({
        bankId: connection.bankId,
        rails: adapterOf(connection).capabilities(connection.bankId).rails,
      }));
    await openRecoveryIncidents(tx, { banks, by, because });
    await tx.execute(
      `insert into reconciliation.schedule as schedule (merchant_id, bank_id, first_day, next_day, due_at)
       select $1, bank_id, $2::date, $2::date, $3
       from unnest($4::text[]) as held (bank_id)
       on conflict (merchant_id, bank_id) do update
       set first_day = least(schedule.first_day, excluded.first_day),
           next_day = least(schedule.next_day, excluded.next_day),
           intraday_at = null,
           due_at = excluded.due_at`,
      [merchantId, istDate(since), tx.now, held],
    );
    return held;
  });
}

/** Ends the hold of a bank without all of its statements. Throws ReconciliationError.bank_not_recovering. */
export async function endRecovery(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { bankId, because, by }: { bankId: string; because: string; by: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    const ended = await endHolds(tx, { bankIds: [bankId], by, because });
    if (ended.length === 0) throw ReconciliationError.bank_not_recovering({ bankId });
  });
}

/** Ends the recovery of the banks whose statements since the restore are in and processed. */
export async function endRecoveries(ctx: Context, tx: Tx): Promise<void> {
  const recovering = (await listBankConnections(ctx, tx)).filter((one) => one.recoveringSince !== null);
  if (recovering.length === 0) return;
  const intraday = recovering
    .filter((one) => adapterOf(one).capabilities(one.bankId).statements?.includes("intraday") === true)
    .map(({ bankId }) => bankId);
  const stated = await tx.query<{ bankId: string }>(READ_STATED, [
    tx.merchantId,
    recovering.map(({ bankId }) => bankId),
    intraday,
  ]);
  const bankIds = stated.map(({ bankId }) => bankId);
  const because = "the statements since the restore are in";
  for (const bankId of await endHolds(tx, { bankIds, by: "system", because }))
    ctx.log.info({ merchantId: tx.merchantId, bankId }, `${because}: the bank is no longer held`);
}

async function endHolds(tx: Tx, ending: Parameters<typeof endRecovering>[1]): Promise<string[]> {
  const ended = await endRecovering(tx, ending);
  await endRecoveryIncidents(tx, { bankIds: ended, by: ending.by });
  return ended;
}

/**
 * Requires the whole statement of every day from the restored moment to the day before recovery began, and
 * for that day the whole one or a statement from after recovery began. Days that were given up do not count.
 */
const READ_STATED = `
  select connection.bank_id as "bankId"
  from fund_sources.bank_connection as connection
  cross join lateral (
    select (connection.recovering_since at time zone 'Asia/Kolkata')::date as first_day,
      (connection.recovery_began_at at time zone 'Asia/Kolkata')::date as last_day
  ) as lost
  where connection.merchant_id = $1
    and connection.bank_id = any ($2::text[])
    and not exists (
      select from generate_series(0, lost.last_day - lost.first_day) as later (days)
      where not exists (
        select from reconciliation.statement
        where statement.merchant_id = $1
          and statement.bank_id = connection.bank_id
          and statement.day = lost.first_day + later.days
          and statement.state = 'imported'
          and (
            statement.whole
            or (
              statement.day = lost.last_day
              and connection.bank_id = any ($3::text[])
              and statement.arrived_at > connection.recovery_began_at
            )
          )
      )
    )
    and not exists (
      select from reconciliation.line
      where line.merchant_id = $1
        and line.bank_id = connection.bank_id
        and line.state = 'new'
        and not line.awaits_day
        and not ${IS_HELD}
    )`;
