import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld } from "#test/world";

const world = await makeWorld({ twoHomes: true });
const { db } = world.ctx;
const merchant = await world.makeMerchant({ balancePaise: 100_00n });
const { merchantId, organizationId } = merchant;
const west = db.homes.all()[1]!;

test("a merchant's rows are at its home only, and what belongs to no merchant is at each", async () => {
  assert.equal((await db.homes.of(merchantId)).name, "west");
  assert.equal((await db.homes.of(organizationId)).name, "first");
  const count = (sql: string) => db.homes.all().map((home) => home.sweep((read) => read.query(sql)));
  const accounts = await Promise.all(count("select from ledger.account"));
  assert.deepEqual(
    accounts.map((rows) => rows.length > 0),
    [false, true],
  );
  const merchants = await Promise.all(count("select from access.merchant"));
  assert.deepEqual(
    merchants.map((rows) => rows.length),
    [1, 1],
  );
});

test("a copy of the directory is written by no transaction", async () => {
  await assert.rejects(
    west.transact((tx) => tx.execute("update access.organization set name = 'Other'")),
    /access.organization is a copy here/,
  );
  await assert.rejects(
    west.inMerchant(merchantId, (tx) =>
      tx.execute("update access.merchant set name = 'Other' where merchant_id = $1", [merchantId]),
    ),
    /access.merchant is a copy here/,
  );
});

test("what a transaction writes to the directory is committed with it, and undone with it", async () => {
  const rename = (name: string, fails: boolean) =>
    db.inMerchant(merchantId, async (tx) => {
      await tx.directory.execute("update access.organization set name = $2 where organization_id = $1", [
        organizationId,
        name,
      ]);
      if (fails) throw new Error("it fails");
    });
  const read = async () => {
    const [row] = await db.inMerchant(merchantId, (tx) =>
      tx.query<{ name: string }>("select name from access.organization where organization_id = $1", [
        organizationId,
      ]),
    );
    return row!.name;
  };
  await rename("One", false);
  assert.equal(await read(), "One", "the copy has what this process wrote");
  await assert.rejects(rename("Two", true), /it fails/);
  assert.equal(await read(), "One");
  await db.inMerchant(merchantId, async (tx) => {
    const set = (name: string) => tx.directory.execute("update access.organization set name = $1", [name]);
    const outcome = await tx.part(async () => {
      await set("Three");
      throw new Error("a part fails");
    });
    assert.ok("fault" in outcome);
    await set("Four");
    const again = await tx.part(async () => {
      await set("Five");
      throw new Error("a part fails");
    });
    assert.ok("fault" in again);
  });
  assert.equal(await read(), "Four");
});

test("sweeps find what is at any home", async () => {
  const found = await db.sweep((read) =>
    read.query<{ merchantId: string }>('select merchant_id as "merchantId" from access.merchant_clock'),
  );
  assert.deepEqual(
    found.map((row) => row.merchantId),
    [merchantId],
    "each merchant is swept once, at its home",
  );
});
