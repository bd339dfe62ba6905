import assert from "node:assert/strict";
import { test } from "node:test";
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
  "beneficiaries.ifsc_list",
  "beneficiaries.known_ifsc",
  "fund_sources.bank",
  "fund_sources.virtual_account",
  "health.feed",
  "health.live_bank_place",
  "health.live_bank_snapshot",
  "health.live_bank_watch",
  "health.outage",
  "lib.merchant_clock",
  "lib.migration",
  "lib.sealing",
  "reconciliation.database_seen",
  "site.feedback",
  "transfers.sender",
  "transfers.shared_facts",
];

test("every table guards its rows, except the directories", () => {
  const open = tables.filter((table) => !table.guarded).map((table) => table.name);
  assert.deepEqual(open, DIRECTORIES);
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
