/** One member tried to stop the bank of a live merchant so that no Owner can pay. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { istDate } from "#rails";
import { importStatement, matchLines } from "#reconciliation";
import { runtimeOf } from "#transfers";
import { makeFaultWorld } from "#test/faults/fault-world";
import { openFourEyes } from "#test/four-eyes";
import { type HandLine, makeStatement } from "./test/make-statement.ts";

const world = await makeFaultWorld();
const { ctx } = world;
const { dashboard, orderOf } = openFourEyes(world);

/** A live merchant with a bank, an Owner and a clerk who may manage settings. */
async function makeLive() {
  const merchant = await world.makeMerchant({
    mode: "live",
    balancePaise: 1_00_00_000_00n,
    bankIds: ["meghdoot"],
    simulator: world.simulator,
  });
  const { merchantId, organizationId } = merchant;
  const owner = await dashboard.logIn(organizationId, "owner");
  const clerk = await dashboard.logIn(organizationId, {
    permissions: ["access_transfers", "manage_settings"],
  });
  const isOn = async () => {
    const [bank] = await world.look<{ enabled: boolean }>(
      "select enabled from fund_sources.bank_connection where merchant_id = $1",
      [merchantId],
    );
    return bank!.enabled;
  };
  const state = async (...lines: HandLine[]) => {
    const day = istDate(new Date());
    const statement = makeStatement({ debitAccount: merchant.debitAccount!, day, kind: "intraday", lines });
    await importStatement(ctx, merchantId, { bankId: "meghdoot", statement });
    await matchLines(ctx, merchantId);
  };
  const pay = async (amount: string) => {
    const order = orderOf(amount);
    await owner.ask("createTransfer", { merchantId, ...order });
    await runtimeOf(ctx).idle();
    return order.transferKey;
  };
  return { merchantId, owner, clerk, isOn, state, pay };
}

const chargeOf = (amountPaise: bigint): HandLine => ({
  side: "debit",
  amountPaise,
  kind: "charge",
  utr: `CHG${amountPaise}`,
  narration: "FEE",
});

test("a charge that was matched by hand to a payment does not make the payment's own line a second debit", async () => {
  const { merchantId, clerk, isOn, state, pay } = await makeLive();
  const transferKey = await pay("118.00");
  await state(chargeOf(118_00n));
  const { items } = await clerk.ask("listBreaks", { merchantId, open: true });
  await clerk.ask("matchBreak", { merchantId, breakId: items[0].breakId, transferKey, note: "this one" });
  const [attempt] = await world.look<{ reference: string }>(
    "select reference from transfers.attempt where merchant_id = $1",
    [merchantId],
  );
  await state(chargeOf(118_00n), { side: "debit", amountPaise: 118_00n, reference: attempt!.reference });
  assert.equal(await isOn(), true);
  const left = await clerk.ask("listBreaks", { merchantId, open: true });
  assert.deepEqual(
    left.items.map(({ kind }: { kind: string }) => kind),
    ["unknown_debit"],
  );
});

test("a bank that a lower stop limit stopped goes on when the limit is given back", async () => {
  const { merchantId, owner, clerk, isOn, state } = await makeLive();
  const setLimit = (by: typeof owner, stopAbove: string) => by.ask("setStopLimit", { merchantId, stopAbove });
  await setLimit(clerk, "0.00");
  await state(chargeOf(5_90n));
  assert.equal(await isOn(), false);
  await setLimit(owner, "10000.00");
  assert.equal(await isOn(), true);
  await setLimit(clerk, "0.00");
  await state(chargeOf(5_90n), chargeOf(6_90n));
  await state(chargeOf(5_90n), chargeOf(6_90n), chargeOf(10_001_00n));
  await setLimit(owner, "10000.00");
  assert.equal(await isOn(), false, "it was stopped by more than the limit that was given back");
});
