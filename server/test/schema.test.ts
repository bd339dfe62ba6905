import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { OWN_TABLES } from "#lib/prepare-home";
import { makeWorld } from "#test/world";

const world = await makeWorld();

interface Table {
  name: string;
  guarded: boolean;
  columns: string[];
  keys: string[];
}

const tables = await world.look<Table>(`
  select t.oid::regclass::text as name, t.relrowsecurity and t.relforcerowsecurity as guarded,
    array(select attname::text from pg_attribute where attrelid = t.oid and attnum > 0) as columns,
    array(
      select k.attname::text
      from pg_index i
      join pg_attribute k on k.attrelid = i.indrelid and k.attnum = i.indkey[0]
      where i.indrelid = t.oid and (i.indisunique or i.indisprimary)
    ) as keys
  from pg_class t
  join pg_namespace n on n.oid = t.relnamespace
  where t.relkind in ('r', 'p')
    and n.nspname not in ('pg_catalog', 'information_schema')
  order by 1`);

// Tables that all merchants share, or that are read to identify the caller and the merchant. A new entry needs a
// reason.
const DIRECTORIES = [
  "access.authenticator",
  "access.factor_reset",
  "access.failure_window",
  "access.former_name",
  "access.influence",
  "access.known_browser",
  "access.master_key",
  "access.member",
  "access.merchant",
  "access.organization",
  "access.owner_change",
  "access.passkey",
  "access.recovery_code",
  "access.role",
  "access.session",
  "access.ticket",
  "audit.keying",
  "backups.state",
  "beneficiaries.ifsc_list",
  "beneficiaries.known_ifsc",
  "fund_sources.bank",
  "fund_sources.virtual_account",
  "health.feed",
  "health.live_bank_place",
  "health.live_bank_snapshot",
  "health.live_bank_watch",
  "health.outage",
  "lib.directory_beat",
  "lib.home",
  "lib.merchant_clock",
  "lib.migration",
  "lib.moved_merchant",
  "lib.sealing",
  "reconciliation.database_seen",
  "sign_on.domain",
  "sign_on.identity",
  "sign_on.provider",
  "site.feedback",
  "transfers.sender",
  "transfers.shared_facts",
];

test("every table guards its rows, except the directories", () => {
  const open = tables.filter((table) => !table.guarded).map((table) => table.name);
  assert.deepEqual(open, DIRECTORIES);
});

const MIGRATIONS = join(import.meta.dirname, "../migrations");
/** Migrations with a higher number were written after homes. */
const BEFORE_HOMES = 1654;

/**
 * Finds the tables of the directory whose rows a migration would change at each home: they are copied from the first
 * one, where the same change would come from. Its condition reads `lib.home`.
 */
function findChangedCopies(migration: string): string[] {
  return migration.split(";").flatMap((statement) => {
    const [, table = ""] = /\b(?:insert into|update|delete from)\s+([a-z_]+\.[a-z_]+)/i.exec(statement) ?? [];
    const isCopied = DIRECTORIES.includes(table) && !OWN_TABLES.has(table);
    return isCopied && !/\blib\.home\b/.test(statement) ? [table] : [];
  });
}

test("a migration changes rows of the directory at the first home only", () => {
  const plain = "insert into access.role (role) values ('auditor')";
  assert.deepEqual(findChangedCopies(`${plain}; update lib.home set name = 'first'`), ["access.role"]);
  assert.deepEqual(
    findChangedCopies(
      "insert into access.role (role) select 'auditor' from lib.home where name = lib.first_home()",
    ),
    [],
  );
  const later = readdirSync(MIGRATIONS).filter((name) => Number.parseInt(name, 10) > BEFORE_HOMES);
  const wrong = later.flatMap((name) =>
    findChangedCopies(readFileSync(join(MIGRATIONS, name), "utf8")).map((table) => `${name}: ${table}`),
  );
  assert.deepEqual(wrong, []);
});

test("every table has a primary key: without one PostgreSQL copies no change of its rows", async () => {
  const without = await world.look<{ name: string }>(`
    select oid::regclass::text as name
    from pg_class
    where relkind = 'r'
      and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
      and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary)`);
  assert.deepEqual(without, []);
});

test("in every guarded table, each key begins with the merchant", () => {
  const wrong = tables.filter(
    ({ guarded, keys }) => guarded && !keys.every((column) => column === "merchant_id"),
  );
  assert.deepEqual(
    wrong.map((table) => table.name),
    [],
  );
  assert.ok(
    tables.every(
      ({ guarded, columns, keys }) => !guarded || (columns[0] === "merchant_id" && keys.length > 0),
    ),
  );
});

interface ForeignKey {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly columns: string[];
  readonly refers: string[];
}

/** Foreign keys that would tie a merchant's rows to those of another one, or the directories to a merchant. */
async function findTies(): Promise<string[]> {
  const guarded = new Set(tables.filter((table) => table.guarded).map(({ name }) => name));
  const keys = await world.look<ForeignKey>(`
    select conname::text as name, conrelid::regclass::text as from, confrelid::regclass::text as to,
      array(
        select attname::text from unnest(conkey) with ordinality as key (no, place)
        join pg_attribute on attrelid = conrelid and attnum = key.no order by place
      ) as columns,
      array(
        select attname::text from unnest(confkey) with ordinality as key (no, place)
        join pg_attribute on attrelid = confrelid and attnum = key.no order by place
      ) as refers
    from pg_constraint
    where contype = 'f'`);
  return keys
    .filter(({ from, to, columns, refers }) => {
      if (!guarded.has(to)) return false;
      const place = columns.indexOf("merchant_id");
      return !guarded.has(from) || place === -1 || refers[place] !== "merchant_id";
    })
    .map(({ name }) => name);
}

test("a foreign key stays within the rows of one merchant, or leads to a directory", async () => {
  assert.deepEqual(await findTies(), []);
  // Two that do not: to another merchant's account, and from a directory to a merchant's rows.
  await world.look(`
    alter table webhooks.endpoint add column planted_no integer, add column planted_id uuid;
    alter table webhooks.endpoint add constraint to_another_merchant foreign key (planted_id, planted_no)
      references ledger.account (merchant_id, account_no);
    alter table access.organization add column planted_no integer, add column planted_id uuid;
    alter table access.organization add constraint from_a_directory foreign key (planted_id, planted_no)
      references ledger.account (merchant_id, account_no)`);
  assert.deepEqual((await findTies()).toSorted(), ["from_a_directory", "to_another_merchant"]);
  await world.look(`
    alter table webhooks.endpoint drop column planted_no, drop column planted_id;
    alter table access.organization drop column planted_no, drop column planted_id`);
});

test("no sequence numbers what merchants see", async () => {
  const sequences = await world.look<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relkind = 'S' order by 1",
  );
  assert.deepEqual(
    sequences.map(({ name }) => name),
    // The first belongs to a directory. The second orders rows of a merchant that are kept for seven days.
    ["access.influence_influence_id_seq", "approvals.tightened_nth_seq"],
  );
});

test("the application may do nothing to a guarded table without naming a merchant", async () => {
  for (const { name } of tables.filter((table) => table.guarded)) {
    const rows = await world.ctx.db.directory((tx) => tx.query(`select 1 from ${name} limit 1`));
    assert.deepEqual(rows, [], name);
  }
});

test("a sweep sees all merchants' rows and writes none", async () => {
  const { merchantId } = await world.makeMerchant();
  const seen = await world.ctx.db.sweep((read) =>
    read.query("select 1 from ledger.account where merchant_id = $1", [merchantId]),
  );
  assert.ok(seen.length > 0);
  const changed = await world.ctx.db.directory(async (tx) => {
    await tx.query("select set_config('app.sweep', 'on', true)");
    return tx.execute("update ledger.account set name = 'x' where merchant_id = $1", [merchantId]);
  });
  assert.equal(changed, 0);
});

test("no merchant sees or writes another's rows", async () => {
  const [{ merchantId }, other] = await Promise.all([world.makeMerchant(), world.makeMerchant()]);
  const asOther = world.ctx.db.inMerchant(other.merchantId, async (tx) => {
    const rows = await tx.query("select 1 from ledger.account where merchant_id = $1", [merchantId]);
    assert.deepEqual(rows, []);
    await tx.execute("insert into transfers.counter (merchant_id, last_reference_id) values ($1, 1)", [
      merchantId,
    ]);
  });
  await assert.rejects(asOther, { code: "42501" });
});

test("neither the application's roles nor the public may make anything in a schema", async () => {
  const grants = await world.look(`
    select nspname, rolname
    from pg_namespace, pg_roles
    where rolname = 'vitaran_app'
      and nspname !~ '^pg_'
      and has_schema_privilege(rolname, pg_namespace.oid, 'create')`);
  assert.deepEqual(grants, []);
});
