import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { startSimulator } from "#test/simulator";
import { makeWorld } from "#test/world";

const world = await makeWorld();

test("the application's role owns nothing and can do nothing but what it was granted", async () => {
  const [role] = await world.ctx.db.directory((tx) =>
    tx.query<{ powerful: boolean; owned: bigint; timeout: string }>(
      `select rolsuper or rolbypassrls or rolcreatedb or rolcreaterole as powerful,
         (select count(*) from pg_class where relowner = pg_roles.oid) as owned,
         current_setting('transaction_timeout') as timeout
       from pg_roles
       where rolname = current_user`,
    ),
  );
  assert.deepEqual(role, { powerful: false, owned: 0n, timeout: "30s" });
});

test("a merchant's clock is the database's plus the merchant's offset", async () => {
  const [early, late] = [newId(), newId()];
  const dayMs = 86_400_000;
  await world.ctx.db.directory((tx) =>
    tx.execute("insert into lib.merchant_clock (merchant_id, offset_ms) values ($1, $2)", [late, 10 * dayMs]),
  );
  const read = (merchantId: string): Promise<Date> =>
    world.ctx.db.inMerchant(merchantId, async (tx) => tx.now);
  const [sooner, later] = [await read(early), await read(late)];
  assert.ok(Math.abs(later.getTime() - sooner.getTime() - 10 * dayMs) < 60_000);
  const [row] = await world.look<{ apart: boolean }>(
    "select lib.now_of($1) - lib.now_of($2) = interval '10 days' as apart",
    [late, early],
  );
  assert.equal(row?.apart, true);
});

test("each merchant has its own keys, and the money it was given", async () => {
  const [rich, poor] = await Promise.all([
    world.makeMerchant({ balancePaise: 100_00n }),
    world.makeMerchant({ statusMode: "always-200" }),
  ]);
  assert.notEqual(rich.clientId, poor.clientId);
  const { readBalance } = await import("#fund-sources");
  const read = ({ merchantId, fundSourceId }: typeof rich) =>
    world.ctx.db.inMerchant(merchantId, (tx) => readBalance(tx, fundSourceId));
  assert.equal((await read(rich)).availablePaise, 100_00n);
  assert.equal((await read(poor)).availablePaise, 0n);
});

test("the simulator knows the account of a merchant that is connected to it", async () => {
  const simulator = await startSimulator(world);
  const { debitAccount } = await world.makeMerchant({ simulator, bankIds: ["himshikhar", "jugnu"] });
  for (const bankId of ["himshikhar", "jugnu"]) {
    const account = await simulator.control<object>("GET", `/sim/accounts/${bankId}/${debitAccount}`);
    assert.ok(account);
  }
});

test("two worlds share nothing", async () => {
  const other = await makeWorld();
  const { merchantId } = await world.makeMerchant();
  const rows = await other.look("select from access.merchant where merchant_id = $1", [merchantId]);
  assert.equal(rows.length, 0);
});
