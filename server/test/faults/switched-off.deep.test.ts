/**
 * If something is switched off while a transfer waits, the transfer is held back but never fails, and returning money
 * is let through.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeMerchant } from "#access";
import { setBankEnabled } from "#fund-sources";
import { acceptTransfers, runtimeOf, workTransfers, type TransferOrder } from "#transfers";
import { advance, assertSound, makeFaultWorld, orderTo, settle, type Payer } from "./fault-world.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

// This is a Monday at noon in India.
const world = await makeFaultWorld({ start: new Date("2027-01-04T12:00:00+05:30") });

async function accept(merchant: Payer, ...orders: TransferOrder[]): Promise<void> {
  for (const answer of await acceptTransfers(world.ctx, merchant.merchantId, orders)) {
    assert.equal(answer.kind, "accepted");
  }
}

/** Accepts without sending, because every place for an instruction is taken. */
async function acceptOnly(merchant: Payer, ...orders: TransferOrder[]): Promise<void> {
  const { payers } = runtimeOf(world.ctx);
  const taken = payers.take(merchant.merchantId, 1_000);
  await accept(merchant, ...orders);
  payers.free(merchant.merchantId, taken);
}

async function work(merchant: Payer, aheadMs = 0): Promise<void> {
  if (aheadMs > 0) await advance(world, merchant, aheadMs);
  await workTransfers(world.ctx, merchant.merchantId);
  await runtimeOf(world.ctx).idle();
}

async function read(merchant: Payer, key: string): Promise<string> {
  const [row] = await world.look<{ status: string; waitingFor: string | null }>(
    `select status, waiting_for as "waitingFor"
     from transfers.transfer
     where merchant_id = $1
       and transfer_key = $2`,
    [merchant.merchantId, key],
  );
  return row!.waitingFor === null ? row!.status : `${row!.status} for ${row!.waitingFor}`;
}

const switchPayouts = (merchant: Payer, payoutsEnabled: boolean): Promise<unknown> =>
  changeMerchant(world.ctx, merchant.merchantId, { settings: { payoutsEnabled } });

const switchBank = (merchant: Payer, enabled: boolean): Promise<void> =>
  setBankEnabled(world.ctx, merchant.merchantId, { bankId: merchant.bankId, enabled, by: "system" });

async function nowOf(merchant: Payer): Promise<Date> {
  const [clock] = await world.look<{ now: Date }>("select lib.now_of($1) as now", [merchant.merchantId]);
  return clock!.now;
}

test("while payouts are switched off what was accepted stays as it is, and goes out afterwards", async () => {
  const merchant = await world.makePayer();
  const later = new Date((await nowOf(merchant)).getTime() + HOUR_MS);
  await acceptOnly(merchant, orderTo("now"), { ...orderTo("later"), processOn: later });
  await switchPayouts(merchant, false);
  await work(merchant);
  assert.equal(await read(merchant, "now"), "ready");
  await work(merchant, 100 * HOUR_MS);
  assert.deepEqual([await read(merchant, "now"), await read(merchant, "later")], ["ready", "ready"]);
  await switchPayouts(merchant, true);
  await work(merchant);
  assert.deepEqual([await read(merchant, "now"), await read(merchant, "later")], ["succeeded", "succeeded"]);
  await assertSound(world, [merchant]);
});

test("what is accepted in the moment in which payouts are switched off is not sent", async () => {
  const merchant = await world.makePayer();
  await switchPayouts(merchant, false);
  await accept(merchant, orderTo("late"));
  await work(merchant);
  assert.equal(await read(merchant, "late"), "ready");
  await switchPayouts(merchant, true);
  await work(merchant);
  assert.equal(await read(merchant, "late"), "succeeded");
});

test("72 hours without payouts are no 72 hours of trying", async () => {
  const merchant = await world.makePayer();
  await acceptOnly(merchant, orderTo("untried"));
  await switchBank(merchant, false);
  await work(merchant);
  assert.equal(await read(merchant, "untried"), "waiting for downtime");
  await switchPayouts(merchant, false);
  await switchBank(merchant, true);
  await work(merchant, 96 * HOUR_MS);
  await switchPayouts(merchant, true);
  await work(merchant);
  assert.equal(await read(merchant, "untried"), "succeeded");
  await assertSound(world, [merchant]);
});

test("a bank that is switched off is waited for as one that is down", async () => {
  const merchant = await world.makePayer();
  await acceptOnly(merchant, orderTo("held"));
  await switchBank(merchant, false);
  await work(merchant);
  await work(merchant, 48 * HOUR_MS);
  assert.equal(await read(merchant, "held"), "waiting for downtime");
  await switchBank(merchant, true);
  await work(merchant, 2 * 60_000);
  assert.equal(await read(merchant, "held"), "succeeded");
  await assertSound(world, [merchant]);
});

test("a bank is waited for 72 hours from when it was needed, whenever the order was given", async () => {
  const merchant = await world.makePayer();
  const inTenDays = new Date((await nowOf(merchant)).getTime() + 10 * DAY_MS);
  await accept(merchant, { ...orderTo("scheduled"), processOn: inTenDays });
  await switchBank(merchant, false);
  await work(merchant, 10 * DAY_MS + 1_000);
  assert.equal(await read(merchant, "scheduled"), "waiting for downtime");
  await work(merchant, 71 * HOUR_MS);
  assert.equal(await read(merchant, "scheduled"), "waiting for downtime");
  await work(merchant, 2 * HOUR_MS);
  assert.equal(await read(merchant, "scheduled"), "failed");
  await assertSound(world, [merchant]);
});

test("hours of waiting for the rail's window do not count", async () => {
  const merchant = await world.makePayer();
  const toFridayEvening = 4 * DAY_MS + 8 * HOUR_MS;
  await work(merchant, toFridayEvening);
  // The 2nd Saturday and the Sunday follow: NEFT opens on Monday.
  await accept(merchant, orderTo("long_weekend", { mode: "neft" }));
  assert.equal(await read(merchant, "long_weekend"), "waiting for window");
  await switchBank(merchant, false);
  await work(merchant, 53 * HOUR_MS + 60_000);
  assert.equal(await read(merchant, "long_weekend"), "waiting for downtime");
  await work(merchant, 30 * HOUR_MS);
  assert.equal(await read(merchant, "long_weekend"), "waiting for downtime");
  await switchBank(merchant, true);
  await work(merchant, 3 * HOUR_MS);
  await settle(world, world.ctx, merchant);
  assert.equal(await read(merchant, "long_weekend"), "succeeded");
  await assertSound(world, [merchant]);
});

// This is the last test, because nothing ordered its refund, which the checks of the books would notice.
test("money on its way home goes out though payouts are switched off", async () => {
  const merchant = await world.makePayer();
  const madeBy = (kind: "refund" | "withdrawal"): TransferOrder => ({
    ...orderTo(kind),
    origin: { kind, id: crypto.randomUUID() },
  });
  await acceptOnly(merchant, madeBy("refund"), madeBy("withdrawal"), orderTo("payout"));
  await switchPayouts(merchant, false);
  await work(merchant);
  const keys = ["refund", "withdrawal", "payout"];
  assert.deepEqual(await Promise.all(keys.map((key) => read(merchant, key))), [
    "succeeded",
    "ready",
    "ready",
  ]);
});
