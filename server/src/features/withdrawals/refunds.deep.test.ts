import assert from "node:assert/strict";
import { test } from "node:test";
import { topUp, WALLET_ID, type Sender } from "#fund-sources";
import { advance, assertSound, settle, type Payer } from "#test/faults/fault-world";
import { creditRefund, retryRefund, WithdrawalError, workWithdrawals } from "#withdrawals";
import { nextMorning, refundBy } from "./place-refunds.ts";
import { makeWithdrawalWorld, OWN, TRANSIT, WALLET } from "#test/withdrawal-world";

const world = await makeWithdrawalWorld();
const { ctx } = world;
const by = "api-key:test" as const;

let utrs = 0;
/** Money of a stranger arrives. */
const arrive = async (
  { merchantId }: Payer,
  from: Sender = { name: "Asha Rao", accountNumber: "50100000000002", ifsc: "HDFC0000001" },
  amountPaise = 250_00n,
): Promise<string> => {
  const utr = `STRANGER${(utrs += 1)}`;
  const credit = { bankId: "meghdoot", utr, amountPaise, fundSourceId: WALLET_ID, from };
  const { topUpId, suspended } = await topUp(ctx, merchantId, credit);
  assert.ok(suspended);
  return topUpId;
};

const paymentsTo = ({ merchantId }: Payer) =>
  world.look<{ name: string; account_last4: string; status: string; amount: string; transfer_key: string }>(
    `select name, account_last4, transfer.status, amount_paise::text as amount, transfer_key
     from transfers.transfer
     join beneficiaries.beneficiary using (merchant_id, beneficiary_id)
     where merchant_id = $1
     order by transfer.reference_id`,
    [merchantId],
  );

const DAYS = [
  // A Tuesday; the 5th is a 1st Saturday and works, the 6th is a Sunday.
  { from: "2026-12-01T10:00:00+05:30", next: "2026-12-02", by: "2026-12-09" },
  { from: "2026-12-01T23:59:59+05:30", next: "2026-12-02", by: "2026-12-09" },
  { from: "2026-12-02T00:00:00+05:30", next: "2026-12-03", by: "2026-12-10" },
  // A Friday before a 2nd Saturday.
  { from: "2026-12-11T10:00:00+05:30", next: "2026-12-14", by: "2026-12-21" },
  // Republic Day stands between.
  { from: "2027-01-25T07:00:00+05:30", next: "2027-01-27", by: "2027-02-03" },
] as const;

test("the working days of a refund are India's", () => {
  for (const { from, next, by: last } of DAYS) {
    assert.equal(nextMorning(new Date(from)).toISOString(), new Date(`${next}T08:00:00+05:30`).toISOString());
    assert.equal(refundBy(new Date(from)).toISOString(), new Date(`${last}T08:00:00+05:30`).toISOString());
  }
});

test("money from elsewhere goes back to its sender by a real payment, once, for nothing", async () => {
  const owner = await world.makeOwner();
  await arrive(owner);
  await Promise.all(Array.from({ length: 10 }, () => workWithdrawals(ctx, owner.merchantId)));
  await world.finish(owner);
  const payments = await paymentsTo(owner);
  assert.equal(payments.length, 1);
  assert.partialDeepStrictEqual(payments[0], {
    name: "Asha Rao",
    account_last4: "0002",
    status: "succeeded",
    amount: "25000",
  });
  const [refund] = await world.readRefunds(owner);
  assert.partialDeepStrictEqual(refund, { status: "paid", tries: 1 });
  assert.equal(await world.balanceOf(owner, WALLET), 1_000_00n);
  assert.equal(await world.balanceOf(owner, TRANSIT), 0n);
  await assertSound(world, [owner]);
});

test("a credit that the bank reports goes the same way", async () => {
  const owner = await world.makeOwner();
  const credit = (from: object | undefined) =>
    world.simulator.control("POST", "/sim/credits", {
      bankId: "meghdoot",
      account: owner.debitAccount,
      amount: "70.00",
      ...(from === undefined ? {} : { from }),
    });
  await credit({ name: "Asha Rao", accountNumber: "50100000000002", ifsc: "HDFC0000001" });
  await credit({ name: OWN.holderName, accountNumber: OWN.accountNumber, ifsc: OWN.ifsc });
  await world.finish(owner);
  assert.equal(await world.balanceOf(owner, WALLET), 1_070_00n);
  assert.deepEqual(
    (await world.readRefunds(owner)).map(({ status }) => status),
    ["paid"],
  );
  await assertSound(world, [owner]);
});

test("a refund that is not paid is tried again each working day until the seventh; then a person looks", async () => {
  const owner = await world.makeOwner();
  const topUpId = await arrive(owner, { name: "Nobody", accountNumber: "909090909008", ifsc: "HDFC0000001" });
  await workWithdrawals(ctx, owner.merchantId);
  await world.finish(owner);
  const [refund] = await world.readRefunds(owner);
  assert.equal(refund!.status, "stuck");
  const payments = await paymentsTo(owner);
  assert.equal(payments.length, 8);
  assert.deepEqual(
    payments.map(({ transfer_key: key, status }) => [key, status]),
    payments.map((_, n) => [`refund.${topUpId}.${n + 1}`, "failed"]),
  );
  assert.equal(await world.balanceOf(owner, TRANSIT), 250_00n);
  await assertSound(world, [owner]);
  await retryRefund(ctx, owner.merchantId, { topUpId, by });
  await world.finish(owner);
  assert.equal((await paymentsTo(owner)).length, 9);
  assert.equal((await world.readRefunds(owner))[0]!.status, "stuck");
  await assertSound(world, [owner]);
});

test("what came back is tried again, and what is unknown is not", async () => {
  const returned = await world.makeOwner();
  await arrive(returned, { name: "Nobody", accountNumber: "909090909022", ifsc: "HDFC0000001" });
  const unknown = await world.makeOwner();
  await arrive(unknown, { name: "Asha Rao", accountNumber: "909090909032", ifsc: "HDFC0000001" });
  for (const owner of [returned, unknown]) await world.finish(owner);
  assert.equal((await world.readRefunds(returned))[0]!.status, "stuck");
  assert.ok((await paymentsTo(returned)).every(({ status }) => status === "reversed"));
  assert.partialDeepStrictEqual((await world.readRefunds(unknown))[0], { status: "paid", tries: 1 });
  assert.equal((await paymentsTo(unknown)).length, 1);
  await assertSound(world, [returned, unknown]);
});

test("what was paid after it had been refused is never refunded again, unless that payment comes back", async () => {
  const owner = await world.makeOwner();
  const { merchantId } = owner;
  const topUpId = await arrive(owner, { name: "Asha", accountNumber: "909090909027", ifsc: "HDFC0000001" });
  await workWithdrawals(ctx, merchantId);
  await settle(world, ctx, owner);
  await world.finish(owner);
  await advance(world, owner, 3 * 86_400_000);
  await world.finish(owner);
  assert.deepEqual(
    (await paymentsTo(owner)).map(({ transfer_key: key }) => key),
    [`refund.${topUpId}.1`],
  );
  const [refund] = await world.readRefunds(owner);
  assert.partialDeepStrictEqual(refund, { status: "stuck", tries: 1, reason: "PAID_AFTER_FAILURE" });
  assert.match(refund!.utr!, /^[A-Z0-9]+$/);
  const paidLate = (error: unknown): boolean => WithdrawalError.is(error, "refund_paid_late");
  await assert.rejects(retryRefund(ctx, merchantId, { topUpId, by }), paidLate);
  await assert.rejects(creditRefund(ctx, merchantId, { topUpId, because: "mine", by }), paidLate);
  await assertSound(world, [owner]);

  const [attempt] = await world.look<{ reference: string }>(
    "select reference from transfers.attempt where merchant_id = $1",
    [merchantId],
  );
  const path = `/sim/payments/${attempt!.reference}/force`;
  await world.simulator.control("POST", path, { outcome: "return", bankId: owner.bankId });
  await settle(world, ctx, owner);
  const [again] = await world.readRefunds(owner);
  assert.partialDeepStrictEqual(again, { status: "waiting", reason: "PAID_LATE_AND_RETURNED" });
  await assertSound(world, [owner]);
});

test("an unknown sender is for a person to find", async () => {
  const owner = await world.makeOwner();
  for (const from of [
    {},
    { name: "Asha Rao" },
    { accountNumber: "50100000000002" },
    { accountNumber: "12", ifsc: "HDFC0000001" },
    { accountNumber: "50100000000002", ifsc: "HDFC" },
  ]) {
    await arrive(owner, from, 1_00n);
  }
  await world.finish(owner);
  const refunds = await world.readRefunds(owner);
  assert.deepEqual(
    refunds.map(({ status, reason, tries }) => [status, reason, tries]),
    refunds.map(() => ["stuck", "SENDER_UNKNOWN", 0]),
  );
  assert.equal(refunds.length, 5);
  assert.equal(await world.balanceOf(owner, TRANSIT), 5_00n);
  await assertSound(world, [owner]);
});

test("a person may let stuck money count, once, and the merchant is notified", async () => {
  const owner = await world.makeOwner();
  const topUpId = await arrive(owner, {});
  await world.finish(owner);
  const credit = () => creditRefund(ctx, owner.merchantId, { topUpId, because: "seen in our books", by });
  const results = await Promise.allSettled(Array.from({ length: 5 }, credit));
  assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
  assert.equal((await world.readRefunds(owner))[0]!.status, "credited");
  assert.equal(await world.balanceOf(owner, WALLET), 1_250_00n);
  const told = await world.look("select from webhooks.event where merchant_id = $1 and subject_id = $2", [
    owner.merchantId,
    topUpId,
  ]);
  assert.equal(told.length, 1);
  await assertSound(world, [owner]);
});

test("what is under way, paid or unknown is neither retried nor credited", async () => {
  const owner = await world.makeOwner();
  const topUpId = await arrive(owner);
  await world.finish(owner);
  const underWay = (error: unknown): boolean => WithdrawalError.is(error, "refund_under_way");
  const { merchantId } = owner;
  await assert.rejects(retryRefund(ctx, merchantId, { topUpId, by }), underWay);
  await assert.rejects(creditRefund(ctx, merchantId, { topUpId, because: "mine", by }), underWay);
  const unknown = { topUpId: owner.merchantId, by };
  await assert.rejects(retryRefund(ctx, merchantId, unknown), (error) =>
    WithdrawalError.is(error, "refund_not_found"),
  );
});
