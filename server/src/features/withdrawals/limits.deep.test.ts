import assert from "node:assert/strict";
import { test } from "node:test";
import { topUp, WALLET_ID } from "#fund-sources";
import { addRule, dryRunRule } from "#risk";
import { acceptTransfers } from "#transfers";
import { orderTo, type Payer } from "#test/faults/fault-world";
import { makeWithdrawalWorld } from "#test/withdrawal-world";
import { makeWithdrawal } from "./index.ts";

const world = await makeWithdrawalWorld();
const { ctx } = world;
const by = "system" as const;
const perDay = { kind: "daily_limit", parameters: { limitPaise: 200_00 }, effect: "block" } as const;
const perHour = {
  kind: "velocity",
  parameters: { transfers: 1, periodMinutes: 60 },
  effect: "block",
} as const;

/** 300.00 of a stranger goes back, and 400.00 go to the merchant's own account. */
async function sendHome(owner: Payer): Promise<void> {
  const { merchantId } = owner;
  const from = { name: "Asha Rao", accountNumber: "50100000000002", ifsc: "HDFC0000001" };
  const credit = {
    bankId: "meghdoot",
    utr: "STRANGER1",
    amountPaise: 300_00n,
    fundSourceId: WALLET_ID,
    from,
  };
  await topUp(ctx, merchantId, credit);
  await makeWithdrawal(ctx, merchantId, { withdrawalKey: "W1", amountPaise: 400_00n, remarks: "", by });
  await world.finish(owner);
  assert.equal((await world.readRefunds(owner))[0]!.status, "paid");
  assert.equal((await world.readWithdrawals(owner))[0]!.status, "paid");
}

async function pay({ merchantId }: Payer, key: string): Promise<string> {
  const [answer] = await acceptTransfers(ctx, merchantId, [orderTo(key)]);
  return "code" in answer! ? answer.code : answer!.kind;
}

test("money on its way home uses up no limit of the merchant's, whichever of them came first", async () => {
  for (const rule of [perDay, perHour]) {
    const [before, after] = [await world.makeOwner(), await world.makeOwner()];
    await addRule(ctx, before.merchantId, { ...rule, by });
    await sendHome(before);
    assert.equal(await pay(before, "first"), "accepted");
    await sendHome(after);
    await addRule(ctx, after.merchantId, { ...rule, by });
    assert.equal(await pay(after, "first"), "accepted");
    assert.equal(await pay(after, "second"), rule === perHour ? "account_limit_exceeded" : "accepted");
  }
});

test("a rule that is tried has nothing against money on its way home", async () => {
  const owner = await world.makeOwner();
  await sendHome(owner);
  await pay(owner, "only");
  const range = { from: new Date("2026-12-01T00:00:00+05:30"), to: new Date("2026-12-03T00:00:00+05:30") };
  const rule = { kind: "transfer_limit", parameters: { limitPaise: 1 }, effect: "block" };
  const { judged, first } = await dryRunRule(ctx, owner.merchantId, rule, range);
  assert.equal(judged.count, 1);
  assert.deepEqual(
    first.map(({ transferKey }) => transferKey),
    ["only"],
  );
});
