import assert from "node:assert/strict";
import { test } from "node:test";
import { settledMoment } from "#lib/settled-moment";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const { db } = world.ctx;

test("a settled moment is answered only after every transaction that began before it has ended", async () => {
  const { merchantId } = await world.makeMerchant();
  let end = (): void => undefined;
  const held = new Promise<void>((resolve) => (end = resolve));
  let began = (): void => undefined;
  const begun = new Promise<void>((resolve) => (began = resolve));
  let ended = false;
  const open = db.inMerchant(merchantId, async (tx) => {
    began();
    await held;
    ended = true;
    return tx.now;
  });
  await begun;
  const settling = settledMoment(db, merchantId).then((moment) => ({ moment, ended }));
  // This is long enough for several looks: an answer within it would be too early.
  const early = await Promise.race([settling, new Promise((resolve) => setTimeout(resolve, 150, "waits"))]);
  assert.equal(early, "waits");
  end();
  const openedAt = await open;
  const settled = await settling;
  assert.ok(settled.ended);
  assert.ok(settled.moment > openedAt);
});

test("it is a moment of the merchant's own clock", async () => {
  const { merchantId } = await world.makeMerchant();
  const before = await settledMoment(db, merchantId);
  await db.directory((tx) =>
    tx.execute("insert into lib.merchant_clock (merchant_id, offset_ms) values ($1, 86400000)", [merchantId]),
  );
  const after = await settledMoment(db, merchantId);
  assert.ok(after.getTime() - before.getTime() >= 86_400_000);
});

test("what was committed before stands before it, however short a time ago", async () => {
  const { merchantId } = await world.makeMerchant();
  for (let time = 1; time <= 100; time += 1) {
    const written = await db.inMerchant(merchantId, async (tx) => tx.now);
    const settled = await settledMoment(db, merchantId);
    assert.ok(settled > written, `${settled.toISOString()} is no later than ${written.toISOString()}`);
  }
});
