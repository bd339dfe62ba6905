/**
 * Moves a merchant's rows from one home to another. PostgreSQL's logical replication copies them while the merchant
 * works; then the merchant stands still at its old home until the last change has arrived.
 */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { crashPoint } from "./crash-points.ts";
import { defineErrors } from "./errors.ts";

export const MoveError = defineErrors("moves", {
  home_away: "a home does not answer: {why}",
  rows_differ:
    "rows of {table} differ, so the merchant stays: {here} at its old home, {there} at the new one",
  copies_not_complete:
    "the merchant's rows were not copied within {minutes} minutes; PostgreSQL's log says why",
  cannot_see:
    "the role cannot see other sessions: grant it pg_read_all_stats, and set track_activities = on at the old home",
  copy_is_late: "the copy of the directory at {home} is late; see list-homes",
  other_move: "another move of the merchant is under way",
  still_working: "transactions that began before did not end within {seconds} seconds",
});

/** Connections of the databases' owners to the two homes. */
export interface Move {
  readonly merchantId: string;
  readonly from: pg.Client;
  readonly to: pg.Client;
  /** The name of the new home. */
  readonly toName: string;
  /** The address by which the new home reaches the old one. */
  readonly copyFromUrl: string;
}

const LOOK_EVERY_MS = 20;

/** Starts to copy the rows, or goes on with it, and resolves when what is new arrives as it is written. */
export async function copyRows(move: Move): Promise<void> {
  const { merchantId, from, to, copyFromUrl } = move;
  const name = nameOf(merchantId);
  if (!(await isFound(to, FIND_SUBSCRIPTION, name))) {
    // A move that was interrupted, or an earlier stay, may have left rows here.
    await removeRows(to, merchantId);
    await dropSource(from, name);
    const tables = await listGuarded(from);
    const only = `where (merchant_id = ${pg.escapeLiteral(merchantId)}::uuid)`;
    const list = tables.map((table) => `${table} ${only}`).join(", ");
    await from.query(
      `create publication ${name} for table ${list}, lib.merchant_clock (merchant_id, offset_ms, moved_at) ${only}`,
    );
    crashPoint("lib.move.published");
    await from.query("select pg_create_logical_replication_slot($1, 'pgoutput', false, false, true)", [name]);
    await to.query(
      `create subscription ${name} connection ${fromPrimary(copyFromUrl)} publication ${name}
       with (create_slot = false, slot_name = ${name}, failover = true)`,
    );
  }
  crashPoint("lib.move.copying");
  await until(
    () => isCopied(to, name),
    COPIED_WITHIN_MS,
    () => MoveError.copies_not_complete({ minutes: COPIED_WITHIN_MS / 60_000 }),
  );
}

const COPIED_WITHIN_MS = 60 * 60_000;

async function isCopied(to: pg.Client, name: string): Promise<boolean> {
  const { rows } = await to.query<{ copied: boolean }>(
    `select not exists (
       select from pg_subscription_rel where srsubid = subscription.oid and srsubstate <> 'r'
     ) as copied
     from pg_subscription as subscription
     where subname = $1`,
    [name],
  );
  return rows[0]?.copied === true;
}

/**
 * Lets no transaction of the merchant begin at its old home, waits for those under way and for their rows at the new
 * one, and compares all rows. Throws MoveError.
 */
export async function standStill({ merchantId, from, to, toName }: Move): Promise<void> {
  await refuseBlind(from);
  await from.query(
    `insert into lib.moved_merchant (merchant_id, home)
     values ($1, $2)
     on conflict (merchant_id) do update
     set home = excluded.home, is_complete = false, is_removed = false`,
    [merchantId, toName],
  );
  crashPoint("lib.move.standing");
  // A transaction that begins after that commit is refused, so the moment is read after it.
  const { rows } = await from.query<{ since: string }>("select clock_timestamp()::text as since");
  await until(
    async () => !(await isFound(from, FIND_OLDER, rows[0]!.since)),
    ENDED_WITHIN_MS,
    () => MoveError.still_working({ seconds: ENDED_WITHIN_MS / 1_000 }),
  );
  // Changes arrive in the order of their commits, so this one is the last.
  const { rows: marked } = await from.query<{ at: string }>(
    `insert into lib.merchant_clock (merchant_id, offset_ms, moved_at)
     values ($1, 0, clock_timestamp())
     on conflict (merchant_id) do update
     set moved_at = excluded.moved_at
     returning moved_at::text as at`,
    [merchantId],
  );
  await until(
    () => isFound(to, FIND_MARK, merchantId, marked[0]!.at),
    ENDED_WITHIN_MS,
    () => MoveError.copies_not_complete({ minutes: 1 }),
  );
  crashPoint("lib.move.arrived");
  await compareRows({ from, to, merchantId });
}

/** The longest transaction that PostgreSQL allows the application (`transaction_timeout`), plus a margin. */
const ENDED_WITHIN_MS = 40_000;

const FIND_MARK = "select from lib.merchant_clock where merchant_id = $1 and moved_at = $2";

/** A role that does not see when transactions began cannot wait for them. */
async function refuseBlind(from: pg.Client): Promise<void> {
  const sees = "current_setting('track_activities') = 'on' and pg_has_role('pg_read_all_stats', 'usage')";
  const { rows } = await from.query<{ sees: boolean }>(`select ${sees} as sees`);
  if (!rows[0]!.sees) throw MoveError.cannot_see();
}

const FIND_OLDER = `
  select
  from pg_stat_activity
  where datname = current_database()
    and pid <> pg_backend_pid()
    and backend_type = 'client backend'
    and xact_start < $1::timestamptz`;

/**
 * Ends a move that has failed before it was complete: the merchant works at its old home again. Each step is tried,
 * also if one before has failed, and the first failure is thrown.
 */
export async function giveUp({ merchantId, from, to }: Move): Promise<void> {
  const name = nameOf(merchantId);
  const ended = await Promise.allSettled([
    from.query("delete from lib.moved_merchant where merchant_id = $1 and not is_complete", [merchantId]),
    dropSubscription(to, name).then(() => removeRows(to, merchantId)),
  ]);
  await dropSource(from, name);
  for (const one of ended) if (one.status === "rejected") throw one.reason;
}

async function compareRows({
  from,
  to,
  merchantId,
}: Pick<Move, "from" | "to" | "merchantId">): Promise<void> {
  const [here, there] = await Promise.all([sumRows(from, merchantId), sumRows(to, merchantId)]);
  for (const [table, sum] of here)
    if (there.get(table) !== sum)
      throw MoveError.rows_differ({ table, here: sum, there: there.get(table) ?? "none" });
}

/** Returns the number of the merchant's rows in each table and a sum of their content. */
async function sumRows(client: pg.Client, merchantId: string): Promise<Map<string, string>> {
  const sums = new Map<string, string>();
  for (const table of await listGuarded(client)) {
    const { rows } = await client.query<{ sum: string }>(
      `select count(*) || ' rows, ' || coalesce(sum(hashtextextended(one::text, 0)::numeric), 0) as sum
       from ${table} as one
       where merchant_id = $1`,
      [merchantId],
    );
    sums.set(table, rows[0]!.sum);
  }
  return sums;
}

/**
 * Makes the new home ready to write: the sequences go on above those of the old one. From here on the move is not given
 * up any more, and a repetition copies nothing.
 */
export async function complete({ merchantId, from, to }: Move): Promise<void> {
  const { rows } = await from.query<{ name: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
     from pg_sequences
     where last_value is not null`,
  );
  for (const { name, last } of rows)
    await to.query("select setval($1, $2::bigint) where $2::bigint > nextval($1)", [name, last]);
  await dropSubscription(to, nameOf(merchantId));
  await from.query("update lib.moved_merchant set is_complete = true where merchant_id = $1", [merchantId]);
}

/** Returns true if an earlier call has completed this move, and the new home has not been left since. */
export async function isComplete({ merchantId, from, to, toName }: Move): Promise<boolean> {
  const left = "select from lib.moved_merchant where merchant_id = $1 and is_removed";
  const done = "select from lib.moved_merchant where merchant_id = $1 and home = $2 and is_complete";
  return (await isFound(from, done, merchantId, toName)) && !(await isFound(to, left, merchantId));
}

/** Lets the merchant work at its new home, which the directory names by now. */
export async function arrive({ merchantId, to }: Pick<Move, "merchantId" | "to">): Promise<void> {
  await to.query("delete from lib.moved_merchant where merchant_id = $1", [merchantId]);
  await dropSubscription(to, nameOf(merchantId));
}

/** Ends what is left of a move away from the home where the merchant lives, once nothing copies from there any more. */
export function stay({ merchantId, from }: Pick<Move, "merchantId" | "from">): Promise<void> {
  return dropSource(from, nameOf(merchantId));
}

/** Removes what the merchant has left behind. Its old home still refuses it. */
export async function leave({ merchantId, from }: Pick<Move, "merchantId" | "from">): Promise<void> {
  const name = nameOf(merchantId);
  await dropSubscription(from, name);
  await dropSource(from, name);
  await removeRows(from, merchantId);
  await from.query("update lib.moved_merchant set is_removed = true where merchant_id = $1", [merchantId]);
}

/**
 * Returns the connection of a subscription as a literal. A primary that was replaced and has just become a standby
 * still has commits that its successor lacks, and a proxy may lead there for a moment.
 */
export function fromPrimary(copyFromUrl: string): string {
  const url = new URL(copyFromUrl);
  url.searchParams.set("target_session_attrs", "primary");
  return pg.escapeLiteral(url.href);
}

export async function dropSubscription(to: pg.Client, name: string): Promise<void> {
  if (!(await isFound(to, FIND_SUBSCRIPTION, name))) return;
  // The slot is dropped apart: the other side may not be reached any more.
  await to.query(`alter subscription ${name} disable`);
  await to.query(`alter subscription ${name} set (slot_name = none)`);
  await to.query(`drop subscription ${name}`);
}

export async function dropSlot(from: pg.Client, name: string): Promise<void> {
  await from.query(
    `select pg_terminate_backend(active_pid, 5000) from pg_replication_slots
     where slot_name = $1 and active_pid is not null`,
    [name],
  );
  await from.query(
    "select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1",
    [name],
  );
}

async function dropSource(from: pg.Client, name: string): Promise<void> {
  await dropSlot(from, name);
  await from.query(`drop publication if exists ${name}`);
}

/** Removes all rows at once. Triggers are for changes that mean something. */
async function removeRows(client: pg.Client, merchantId: string): Promise<void> {
  const tables = [...(await listGuarded(client)), "lib.merchant_clock"];
  await client.query("begin");
  await client.query("set local session_replication_role = replica");
  for (const table of tables) await client.query(`delete from ${table} where merchant_id = $1`, [merchantId]);
  await client.query("commit");
}

/** Lists the tables that hold rows of merchants. */
async function listGuarded(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relkind = 'r' and relrowsecurity order by 1",
  );
  return rows.map(({ name }) => name);
}

const FIND_SUBSCRIPTION = `
  select
  from pg_subscription
  where subname = $1
    and subdbid = (select oid from pg_database where datname = current_database())`;

async function isFound(client: pg.Client, sql: string, ...values: string[]): Promise<boolean> {
  const { rows } = await client.query(`${sql} limit 1`, values);
  return rows.length > 0;
}

/** The name of publication, slot and subscription. */
const nameOf = (merchantId: string): string => `vitaran_move_${merchantId.replaceAll("-", "")}`;

async function until(isDone: () => Promise<boolean>, withinMs: number, fault: () => Error): Promise<void> {
  const giveUpAt = performance.now() + withinMs;
  while (!(await isDone())) {
    if (performance.now() > giveUpAt) throw fault();
    await sleep(LOOK_EVERY_MS);
  }
}
