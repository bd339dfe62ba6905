import assert from "node:assert/strict";
import { test } from "node:test";
import { ensurePayees } from "#beneficiaries";
import { makeWorld } from "#test/world";
import { checkOrder } from "./check-order.ts";
import type { TransferOrder } from "./order.ts";

const world = await makeWorld();

const inline = { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" };
const order: TransferOrder = {
  transferKey: "new_payee",
  payee: { inline },
  amountPaise: 100_00n,
  mode: "imps",
  remarks: "",
  fundSourceId: null,
};

test("a payee that a younger transaction has just added can be paid by an older one", async () => {
  const { merchantId } = await world.makeMerchant();
  const { db, vault } = world.ctx;
  await db.inMerchant(merchantId, async (older) => {
    await db.inMerchant(merchantId, (younger) => ensurePayees(younger, vault, [inline]));
    const [payee] = await ensurePayees(older, vault, [inline]);
    assert.ok(payee!.addedAt > older.now, "the payee is younger than the order");
    assert.equal(checkOrder(order, payee, older.now), null);
  });
});

test("a waiting time is waited for to its end", async () => {
  const { merchantId } = await world.makeMerchant();
  const { db, vault } = world.ctx;
  const now = new Date();
  const [payee] = await db.inMerchant(merchantId, (tx) => ensurePayees(tx, vault, [inline]));
  const payableAt = new Date(now.getTime() + 60_000);
  const waiting = { ...payee!, addedAt: now, payableAt };
  assert.equal(checkOrder(order, waiting, now)?.code, "beneficiary_too_new");
  assert.equal(checkOrder(order, waiting, payableAt), null);
});
