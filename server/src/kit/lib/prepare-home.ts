/**
 * Makes a database the home of merchants, beside the first one: it gets the schema, and copies of the directory's
 * tables, which PostgreSQL's logical replication keeps up to date from then on.
 */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { defineErrors } from "./errors.ts";
import { FIRST_HOME } from "./homes.ts";
import { migrate } from "./migrate.ts";
import { dropSlot, dropSubscription, fromPrimary } from "./move-rows.ts";
import { withRights } from "./replication-rights.ts";

/** Tables of no merchant that each home has for itself. All others are copied from the first home. */
export const OWN_TABLES: ReadonlySet<string> = new Set([
  "audit.keying",
  "backups.state",
  "health.live_bank_place",
  "lib.home",
  "lib.merchant_clock",
  "lib.migration",
  "lib.moved_merchant",
  "lib.sealing",
  "reconciliation.database_seen",
  "site.feedback",
  "transfers.sender",
  "transfers.shared_facts",
]);

/** The table of the directory in which each merchant's row also has its settings. */
const WITH_OWN_COLUMNS = "access.merchant";

/** The settings in a merchant's row of the directory. They are written at its home, and not copied. */
export const OWN_MERCHANT_COLUMNS: readonly string[] = [
  "sync_wait_ms",
  "allow_loopback_webhooks",
  "payouts_enabled",
  "payouts_stopped_by",
  "apis_enabled",
  "token_requestor_id",
];

export const HomeError = defineErrors("homes", {
  log_not_logical:
    "PostgreSQL of the home {home} writes its log at the level {walLevel}; set wal_level = logical, and restart it",
  same_database: "the address is that of the first home, or another add-home is under way there",
  not_free: "the database is the home {found} and holds merchants; only an empty one can become another home",
  not_empty: "{merchants} merchants live at {name}; move them to another home first",
  not_prepared: "the database at {name} was not made this home; run: vitaran add-home --name {name}",
  name_taken:
    "another database is the home {name}; choose another name, or drop its subscription vitaran_directory",
  copies_not_complete:
    "the copies at {name} are not complete after ten minutes; PostgreSQL's log there says why. Repeat the command then",
});

const PUBLICATION = "vitaran_directory";
const SUBSCRIPTION = "vitaran_directory";

interface HomeToPrepare {
  readonly name: string;
  /** The address of the new home, with a role that may create schemas, roles and subscriptions. */
  readonly ownerUrl: string;
  /** The address of the first home, with a role that may create publications and replication slots. */
  readonly directoryUrl: string;
  /** The address by which the new home reaches the first one, with a role that may replicate. */
  readonly copyFromUrl: string;
}

/**
 * Prepares the home, or what is left to do if an earlier call was interrupted, and resolves when its copies are
 * complete. With `anew` they are made again, as is necessary after a restore of either side; no process may run then.
 * Throws HomeError.
 */
export async function prepareHome(
  { name, ownerUrl, directoryUrl, copyFromUrl }: HomeToPrepare,
  { anew = false }: { readonly anew?: boolean } = {},
): Promise<void> {
  await onConnection(directoryUrl, async (directory) => {
    await refuseWithoutLogicalLog(directory, FIRST_HOME);
    await onConnection(ownerUrl, async (home) => {
      // Its merchants could not move away otherwise.
      await refuseWithoutLogicalLog(home, name);
      await refuseTaken(home, directory, name);
      await unprotect(home);
    });
    await migrate(ownerUrl);
    await onConnection(ownerUrl, async (home) => {
      await mustBeAnother(home, directory);
      await mustBeFree(home, name);
      const tables = await listCopied(directory);
      await publish(directory, tables);
      if (anew) await endCopies({ name, ownerUrl, directoryUrl });
      await follow(home, { name, directory, copyFromUrl, tables });
      await awaitCopies(home, name);
      await giveBackSettings(home);
      await protectCopies(home, tables);
    });
  });
}

/** Publishes the directory's tables, as far as an upgrade has added some. Does nothing without other homes. */
export function updateDirectory(directoryUrl: string): Promise<void> {
  return onConnection(directoryUrl, async (directory) => publish(directory, await listCopied(directory)));
}

/** Brings the schema of a home up to date, and its copies to the tables that are published. Throws HomeError. */
export async function updateHome({
  name,
  ownerUrl,
}: Pick<HomeToPrepare, "name" | "ownerUrl">): Promise<void> {
  await onConnection(ownerUrl, async (home) => {
    await mustBe(home, name);
    await unprotect(home);
  });
  await migrate(ownerUrl);
  await onConnection(ownerUrl, async (home) => {
    const tables = await listCopied(home);
    const { rows } = await home.query<{ tables: number }>(
      "select count(*)::int as tables from pg_subscription_rel",
    );
    const isFollowing = (await home.query(FIND_SUBSCRIPTION)).rows.length > 0;
    if (isFollowing && rows[0]!.tables !== tables.length)
      await home.query(`alter subscription ${SUBSCRIPTION} refresh publication`);
    await protectCopies(home, tables);
  });
}

const CONNECTED_WITHIN_MS = 10_000;

async function onConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "vitaran-home",
    connectionTimeoutMillis: CONNECTED_WITHIN_MS,
  });
  // A statement that is waiting reports the loss.
  client.on("error", () => undefined);
  await client.connect();
  // Rows are compared as texts.
  await client.query("set timezone = 'UTC'; set datestyle = 'ISO'");
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function refuseWithoutLogicalLog(client: pg.Client, home: string): Promise<void> {
  const { rows } = await client.query<{ wal_level: string }>("show wal_level");
  const walLevel = rows[0]!.wal_level;
  if (walLevel !== "logical") throw HomeError.log_not_logical({ home, walLevel });
}

/** Two databases cannot take their changes from one slot. */
async function refuseTaken(home: pg.Client, directory: pg.Client, name: string): Promise<void> {
  if ((await home.query(FIND_SUBSCRIPTION)).rows.length > 0) return;
  const { rows } = await directory.query("select from pg_replication_slots where slot_name = $1 and active", [
    await slotOf(directory, name),
  ]);
  if (rows.length > 0) throw HomeError.name_taken({ name });
}

async function readName(home: pg.Client): Promise<string> {
  const { rows } = await home.query<{ name: string }>("select name from lib.home");
  return rows[0]!.name;
}

/** Throws `not_prepared` for a database that is not this home, also for an empty one. */
export async function mustBe(home: pg.Client, name: string): Promise<void> {
  const { rows } = await home.query<{ has: boolean }>("select to_regclass('lib.home') is not null as has");
  if (!rows[0]!.has || (await readName(home)) !== name) throw HomeError.not_prepared({ name });
}

const LOCK = 7_118_341_903;

/** Both addresses may lead to one database, in which a lock of one connection is seen by the other. */
async function mustBeAnother(home: pg.Client, directory: pg.Client): Promise<void> {
  await directory.query("select pg_advisory_lock($1)", [LOCK]);
  const { rows } = await home.query<{ free: boolean }>("select pg_try_advisory_lock($1) as free", [LOCK]);
  if (!rows[0]!.free) throw HomeError.same_database();
}

/** A database that is not this home yet must not hold anything. */
async function mustBeFree(home: pg.Client, name: string): Promise<void> {
  const found = await readName(home);
  if (found === name) return;
  const { rows } = await home.query("select from access.place limit 1");
  if (found !== FIRST_HOME || rows.length > 0) throw HomeError.not_free({ name, found });
}

interface CopiedTable {
  /** `schema.table`. */
  readonly name: string;
  /** Null if all columns are copied. */
  readonly columns: readonly string[] | null;
}

/** Lists the tables without row level security, which belong to no merchant, as far as they are copied. */
async function listCopied(client: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select t.oid::regclass::text as name,
      array(
        select attname::text from pg_attribute
        where attrelid = t.oid and attnum > 0 and not attisdropped order by attnum
      ) as columns
    from pg_class t
    join pg_namespace n on n.oid = t.relnamespace
    where t.relkind = 'r'
      and not t.relrowsecurity
      and n.nspname not in ('pg_catalog', 'information_schema')
    order by 1`);
  return rows.flatMap(({ name, columns }) => {
    if (OWN_TABLES.has(name)) return [];
    return [
      {
        name,
        columns:
          name === "access.merchant"
            ? columns.filter((column) => !OWN_MERCHANT_COLUMNS.includes(column))
            : null,
      },
    ];
  });
}

async function publish(directory: pg.Client, tables: readonly CopiedTable[]): Promise<void> {
  const list = tables
    .map(({ name, columns }) => (columns === null ? name : `${name} (${columns.join(", ")})`))
    .join(", ");
  const { rows } = await directory.query("select from pg_publication where pubname = $1", [PUBLICATION]);
  await directory.query(
    // A restore empties tables, which the copies could not follow.
    rows.length === 0
      ? `create publication ${PUBLICATION} for table ${list} with (publish = 'insert, update, delete')`
      : `alter publication ${PUBLICATION} set table ${list}`,
  );
}

interface Following {
  readonly name: string;
  readonly directory: pg.Client;
  readonly copyFromUrl: string;
  readonly tables: readonly CopiedTable[];
}

/** Subscribes to the directory. The slot is made first: a subscription to a database of the same server needs that. */
async function follow(home: pg.Client, { name, directory, copyFromUrl, tables }: Following): Promise<void> {
  if ((await home.query(FIND_SUBSCRIPTION)).rows.length > 0) return;
  await home.query("begin");
  await home.query("update lib.home set name = $1", [name]);
  // If merchants live here already, their rows refer to these. They come again with the copy.
  const { rows: living } = await home.query("select from access.place limit 1");
  if (living.length > 0) await home.query("set local session_replication_role = replica");
  await home.query(KEEP_SETTINGS);
  // To change even no row of what payments are decided on takes a merchant's transaction or a superuser.
  for (const { name: table } of tables)
    if ((await home.query(`select from ${table} limit 1`)).rows.length > 0)
      await home.query(`delete from ${table}`);
  await home.query("commit");
  const slot = await slotOf(directory, name);
  await withRights(directory, "copy the directory", () =>
    directory.query(
      `select pg_create_logical_replication_slot($1, 'pgoutput', false, false, true)
       where not exists (select from pg_replication_slots where slot_name = $1)`,
      [slot],
    ),
  );
  await withRights(home, "copy the directory", () =>
    home.query(
      `create subscription ${SUBSCRIPTION} connection ${fromPrimary(copyFromUrl)} publication ${PUBLICATION}
       with (create_slot = false, slot_name = ${slot}, failover = true)`,
    ),
  );
}

/** Merchants' settings are not copied, so they are kept while the rows come anew. */
const KEPT = "lib.kept_merchant_settings";
const KEEP_SETTINGS = `
  create table if not exists ${KEPT} as
  select merchant_id, ${OWN_MERCHANT_COLUMNS.join(", ")} from ${WITH_OWN_COLUMNS}`;

async function giveBackSettings(home: pg.Client): Promise<void> {
  const { rows } = await home.query<{ kept: string | null }>("select to_regclass($1)::text as kept", [KEPT]);
  if (rows[0]!.kept === null) return;
  const changes = OWN_MERCHANT_COLUMNS.map((column) => `${column} = kept.${column}`).join(", ");
  await home.query("begin");
  const { rows: settings } = await home.query(`select from ${KEPT} limit 1`);
  if (settings.length > 0) {
    await home.query("set local session_replication_role = replica");
    await home.query(
      `update ${WITH_OWN_COLUMNS} as own set ${changes} from ${KEPT} as kept where own.merchant_id = kept.merchant_id`,
    );
  }
  await home.query(`drop table ${KEPT}`);
  await home.query("commit");
}

/** Slots belong to a whole server, which may have several installations. */
async function slotOf(directory: pg.Client, name: string): Promise<string> {
  const { rows } = await directory.query<{ oid: string }>(
    "select oid::text as oid from pg_database where datname = current_database()",
  );
  return `vitaran_${rows[0]!.oid}_${name.replaceAll("-", "_")}`;
}

const FIND_SUBSCRIPTION = `
  select
  from pg_subscription
  where subname = '${SUBSCRIPTION}'
    and subdbid = (select oid from pg_database where datname = current_database())`;

/** Ends the copies at a home, so that it can be given up, or get them anew. Safe to repeat. */
export async function endCopies({
  name,
  ownerUrl,
  directoryUrl,
}: Omit<HomeToPrepare, "copyFromUrl">): Promise<void> {
  await onConnection(ownerUrl, (home) => dropSubscription(home, SUBSCRIPTION));
  await onConnection(directoryUrl, async (directory) => dropSlot(directory, await slotOf(directory, name)));
}

/** Makes triggers that refuse to write a copy. They do not fire for what PostgreSQL itself copies. */
async function protectCopies(home: pg.Client, tables: readonly CopiedTable[]): Promise<void> {
  const statements = tables.map(({ name, columns }) => {
    const update = columns === null ? "update" : `update of ${columns.join(", ")}`;
    return `
      create or replace trigger written_at_first_home before insert or ${update} or delete on ${name}
      for each statement execute function lib.refuse_write_to_copy()`;
  });
  await home.query(statements.join(";\n"));
}

/** Lets migrations write copies, as they write the first home's tables. A database without the schema has none. */
async function unprotect(home: pg.Client): Promise<void> {
  const { rows } = await home.query<{ table: string }>(
    "select tgrelid::regclass::text as table from pg_trigger where tgname = 'written_at_first_home'",
  );
  for (const { table } of rows) await home.query(`drop trigger if exists written_at_first_home on ${table}`);
}

const LOOK_EVERY_MS = 50;
const COPY_WITHIN_MS = 600_000;

async function awaitCopies(home: pg.Client, name: string): Promise<void> {
  const giveUpAt = performance.now() + COPY_WITHIN_MS;
  while (performance.now() < giveUpAt) {
    const { rows } = await home.query(
      "select from pg_subscription_rel where srsubstate not in ('r', 's') limit 1",
    );
    if (rows.length === 0) return;
    await sleep(LOOK_EVERY_MS);
  }
  throw HomeError.copies_not_complete({ name });
}
