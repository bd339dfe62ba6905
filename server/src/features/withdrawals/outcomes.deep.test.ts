/** Banks refuse withdrawals, pay them and send them back, do not respond, or pay after all. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setBankEnabled, setRegisteredAccount, stopBank } from "#fund-sources";
import { RECEIVABLE } from "#ledger";
import { setRecipients } from "#notifications";
import { runtimeOf } from "#transfers";
import { assertSound, type Payer } from "#test/faults/fault-world";
import { makeWithdrawalWorld, OWN, TRANSIT, WALLET } from "#test/withdrawal-world";
import { giveBackWithdrawals, makeWithdrawal, workWithdrawals, type WithdrawalOutcome } from "#withdrawals";

const world = await makeWithdrawalWorld();
const { ctx } = world;

const withdraw = ({ merchantId }: Payer, withdrawalKey: string): Promise<WithdrawalOutcome> => {
  const order = { withdrawalKey, amountPaise: 100_00n, remarks: "Savings", by: "system" } as const;
  return makeWithdrawal(ctx, merchantId, order);
};

const transfersOf = ({ merchantId }: Payer) =>
  world.look<{ status: string }>("select status from transfers.transfer where merchant_id = $1", [
    merchantId,
  ]);

const owedBy = async ({ merchantId }: Payer): Promise<bigint> => {
  const [row] = await world.look<{ paise: string }>(
    `select coalesce(sum(case when debit_no = $2 then amount_paise else -amount_paise end), 0)::text as paise
     from ledger.posting where merchant_id = $1 and $2 in (debit_no, credit_no)`,
    [merchantId, RECEIVABLE],
  );
  return BigInt(row!.paise);
};

test("people are told by e-mail what became of a withdrawal, by the merchant's own id", async () => {
  const told = async ({ merchantId }: Payer) => {
    const rows = await world.look<{ what: string; id: string; detail: string }>(
      `select data ->> 'what' as what, data ->> 'id' as id, data ->> 'detail' as detail
       from notifications.notice where merchant_id = $1 order by at, source_key`,
      [merchantId],
    );
    return rows.map(({ what, id, detail }) => `${what} ${id} ${detail}`);
  };
  // The bank pays, pays and sends back, or refuses.
  for (const [accountNumber, expected] of [
    [OWN.accountNumber, ["Paid"]],
    ["909090909022", ["Paid", "Sent back"]],
    ["909090909008", ["Failed"]],
  ] as const) {
    const owner = await world.makeOwner({ accountNumber });
    const list = { category: "withdrawal", recipients: "ops@example.com", by: "system" } as const;
    await setRecipients(ctx, owner.merchantId, list);
    await withdraw(owner, "W55");
    await world.finish(owner);
    assert.deepEqual(
      await told(owner),
      expected.map((what) => `${what} W55 ₹100.00`),
    );
  }
  // We refuse it without asking a bank, because no connected bank can carry it.
  const owner = await world.makeOwner({ bankIds: ["jugnu"] });
  await setRecipients(ctx, owner.merchantId, {
    category: "withdrawal",
    recipients: "ops@example.com",
    by: "system",
  });
  await withdraw(owner, "W56");
  await world.finish(owner);
  assert.deepEqual(await told(owner), ["Failed W56 ₹100.00"]);
});

test("what the bank refuses is given back once, and keeps its place and its id", async () => {
  const owner = await world.makeOwner({ accountNumber: "909090909008" });
  const outcome = await withdraw(owner, "W1");
  assert.equal(outcome.kind, "made");
  await world.finish(owner);
  await Promise.all(Array.from({ length: 10 }, () => giveBackWithdrawals(ctx, owner.merchantId)));
  const [withdrawal] = await world.readWithdrawals(owner);
  assert.equal(withdrawal!.status, "failed");
  assert.match(withdrawal!.reason!, /^[A-Z_]+$/);
  assert.equal(await world.balanceOf(owner, WALLET), 1_000_00n);
  assert.equal(await world.balanceOf(owner, TRANSIT), 0n);
  const again = await withdraw(owner, "W1");
  assert.ok(again.kind === "made" && again.repeated && again.withdrawal.status === "failed");
  assert.equal((await transfersOf(owner)).length, 1);
  await assertSound(world, [owner]);
});

test("what the bank sends back after it was paid is given back once", async () => {
  // The money comes back right after the payment, a day later, and because there is no such account.
  for (const accountNumber of ["909090909022", "909090909023", "909090909001"]) {
    const owner = await world.makeOwner({ accountNumber });
    await withdraw(owner, "W1");
    await world.finish(owner);
    const [withdrawal] = await world.readWithdrawals(owner);
    assert.equal(withdrawal!.status, "returned");
    assert.equal(await world.balanceOf(owner, WALLET), 1_000_00n);
    await assertSound(world, [owner]);
  }
});

test("an unknown outcome is never failed: nothing is given back on silence", async () => {
  // The answer is cut off, whether it paid or not, or stays pending. Only the bank's own report ends such a transfer.
  for (const accountNumber of ["909090909032", "909090909033", "909090909036", "909090909026"]) {
    const owner = await world.makeOwner({ accountNumber });
    await withdraw(owner, "W1");
    await runtimeOf(ctx).idle();
    await workWithdrawals(ctx, owner.merchantId);
    const [withdrawal] = await world.readWithdrawals(owner);
    assert.equal(withdrawal!.status, "processing");
    assert.equal(await world.balanceOf(owner, WALLET), 900_00n);
    await world.finish(owner);
    await assertSound(world, [owner]);
  }
});

test("banks that offer no NEFT pay none: the money is given back", async () => {
  const owner = await world.makeOwner({ bankIds: ["jugnu"] });
  const outcome = await withdraw(owner, "W1");
  assert.ok(outcome.kind === "made" && outcome.withdrawal.status === "failed");
  assert.equal(outcome.withdrawal.reason, "mode_not_enabled");
  await world.finish(owner);
  assert.equal(await world.balanceOf(owner, WALLET), 1_000_00n);
  await assertSound(world, [owner]);
});

test("what is paid after it had failed is owed by the merchant, and takes no other order's money", async () => {
  const owner = await world.makeOwner({ accountNumber: "909090909027" });
  await world.advanceTo(owner, "2026-12-01T18:44:50+05:30");
  await withdraw(owner, "W1");
  await runtimeOf(ctx).idle();
  await workWithdrawals(ctx, owner.merchantId);
  assert.equal(await world.balanceOf(owner, WALLET), 1_000_00n);
  await world.advanceTo(owner, "2026-12-01T18:45:01+05:30");
  await setRegisteredAccount(ctx, owner.merchantId, { ...OWN, by: "system" });
  await withdraw(owner, "W2");
  await world.finish(owner);
  const told = (await world.readWithdrawals(owner)).map(({ status, reason }) => [status, reason]);
  assert.deepEqual(told, [
    ["failed", "PAID_AFTER_FAILURE"],
    ["paid", null],
  ]);
  assert.equal(await owedBy(owner), 100_00n);
  assert.equal(await world.balanceOf(owner, WALLET), 900_00n);
});

test("a withdrawal that is due while its bank is stopped waits, and goes out afterwards", async () => {
  const owner = await world.makeOwner();
  const { merchantId, bankId } = owner;
  await ctx.db.inMerchant(merchantId, (tx) => stopBank(tx, { bankId, because: "an unknown debit" }));
  await withdraw(owner, "W1");
  await workWithdrawals(ctx, merchantId);
  assert.deepEqual(await transfersOf(owner), [{ status: "waiting" }]);
  assert.equal((await world.readWithdrawals(owner))[0]!.status, "processing");
  await setBankEnabled(ctx, merchantId, { bankId, enabled: true, by: "system" });
  await world.finish(owner);
  assert.equal((await world.readWithdrawals(owner))[0]!.status, "paid");
  await assertSound(world, [owner]);
});
