/** Banks refuse loans, pay and return them, or do not answer, and people stop them. Shares go back once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { RECEIVABLE } from "#ledger";
import { settleLoans, lendingWorker, workLending } from "#lending";
import { addRule } from "#risk";
import { cancelTransfers, readTransfers, runtimeOf } from "#transfers";
import { addEndpoint, deliverWebhooks } from "#webhooks";
import { advance, assertSound, settle, type Payer } from "#test/faults/fault-world";
import { startReceiver } from "#test/faults/receiver";
import {
  borrowerAt,
  INTERMEDIATE,
  lendTo,
  makeLendingWorld,
  REFUSED,
  RETURNED,
  WALLET,
} from "#test/lending-world";

const world = await makeLendingWorld();
const receiver = await startReceiver(world);
const { ctx } = world;

const FULL = [8_000_00n, 2_000_00n, 0n] as const;
const RETURNED_NEXT_DAY = "909090909023";

/** A rule that every loan breaks. */
const DAILY_LIMIT = { kind: "daily_limit", parameters: { limitPaise: 100_00 }, scope: "merchant" } as const;

const statusOf = async (merchant: Payer, loanKey = "L1"): Promise<string> =>
  (await world.readLoans(merchant)).find((loan) => loan.loanKey === loanKey)!.status;

const owedBy = async ({ merchantId }: Payer): Promise<bigint> => {
  const [row] = await world.look<{ paise: string }>(
    `select coalesce(sum(case when debit_no = $2 then amount_paise else -amount_paise end), 0)::text as paise
     from ledger.posting where merchant_id = $1 and $2 in (debit_no, credit_no)`,
    [merchantId, RECEIVABLE],
  );
  return BigInt(row!.paise);
};

test("what the bank refuses goes back to whom it came from, once", async () => {
  const merchant = await world.makeOriginator();
  const wallet = await world.balanceOf(merchant, WALLET);
  await lendTo(ctx, merchant, "L1", { payee: borrowerAt(REFUSED) });
  await runtimeOf(ctx).idle();
  assert.equal(await statusOf(merchant), "failed");
  await Promise.all(Array.from({ length: 10 }, () => settleLoans(ctx, merchant.merchantId)));
  await world.finish(merchant);
  assert.deepEqual(await world.ledgersOf(merchant), FULL);
  assert.equal(await world.balanceOf(merchant, WALLET), wallet);
  const again = await lendTo(ctx, merchant, "L1", { payee: borrowerAt(REFUSED) });
  assert.ok(again.kind === "repeated" && again.transfer.status === "failed");
  assert.deepEqual(await world.ledgersOf(merchant), FULL);
  await assertSound(world, [merchant]);
});

test("the worker finds by itself what is due", async () => {
  const merchant = await world.makeOriginator();
  // The worker is not woken for this loan: another process noted the failure, and its notification was lost.
  await lendTo(ctx, merchant, "L1", { payee: borrowerAt(REFUSED) });
  await runtimeOf(ctx).idle();
  const working = await lendingWorker.start(ctx);
  while ((await world.readLoans(merchant))[0]!.givenBackAt === null) await sleep(20);
  await working.stop();
  assert.deepEqual(await world.ledgersOf(merchant), FULL);
});

test("what is sent back goes back in the shares in which it came, charges and all", async () => {
  // The payment comes back right after it was paid, and after the charges have been passed on.
  for (const accountNumber of [RETURNED, RETURNED_NEXT_DAY]) {
    const merchant = await world.makeOriginator();
    const wallet = await world.balanceOf(merchant, WALLET);
    const charges = [
      { name: "lender", amountPaise: 33_33n },
      { name: "fee", amountPaise: 66_67n },
    ];
    await lendTo(ctx, merchant, "L1", { payee: borrowerAt(accountNumber), charges });
    await runtimeOf(ctx).idle();
    if (accountNumber === RETURNED_NEXT_DAY) {
      await advance(world, merchant, 15 * 3_600_000);
      await workLending(ctx, merchant.merchantId);
      assert.deepEqual(await world.ledgersOf(merchant), [33_33n, 66_67n, 0n]);
    }
    await world.finish(merchant);
    assert.equal(await statusOf(merchant), "returned");
    assert.deepEqual(await world.ledgersOf(merchant), FULL);
    assert.equal(await world.balanceOf(merchant, WALLET), wallet);
    await assertSound(world, [merchant]);
  }
});

test("charges are passed on when the day in India has ended, not before", async () => {
  const merchant = await world.makeOriginator();
  await lendTo(ctx, merchant, "L1");
  await settle(world, ctx, merchant);
  const [clock] = await world.look<{ now: Date }>("select lib.now_of($1) as now", [merchant.merchantId]);
  const midnight = new Date("2026-12-01T18:30:00Z").getTime();
  await advance(world, merchant, midnight - 2_000 - clock!.now.getTime());
  assert.equal(await settleLoans(ctx, merchant.merchantId), 0);
  assert.deepEqual(await world.ledgersOf(merchant), [0n, 0n, 100_00n]);
  await advance(world, merchant, 3_000);
  assert.equal(await settleLoans(ctx, merchant.merchantId), 1);
  assert.deepEqual(await world.ledgersOf(merchant), [0n, 100_00n, 0n]);
  assert.equal(await settleLoans(ctx, merchant.merchantId), 0);
  await assertSound(world, [merchant]);
});

test("charges beyond the share that are spent when the money comes back are owed by the merchant", async () => {
  // 5% of 1,000.00 is less than the charges, and the next loan takes all of them.
  for (const [nextPaise, owedPaise] of [
    [0n, 0n],
    [2_000_00n, 40_00n],
  ] as const) {
    const merchant = await world.makeOriginator({
      lenderPercent: 95,
      lenderPaise: 50_000_00n,
      originatorPaise: 60_00n,
    });
    const charges = [{ name: "fee", amountPaise: 90_00n }];
    const payee = borrowerAt(RETURNED_NEXT_DAY);
    await lendTo(ctx, merchant, "L1", { amountPaise: 1_000_00n, charges, payee });
    await runtimeOf(ctx).idle();
    await advance(world, merchant, 15 * 3_600_000);
    await workLending(ctx, merchant.merchantId);
    assert.deepEqual(await world.ledgersOf(merchant), [49_050_00n, 100_00n, 0n]);
    if (nextPaise > 0n) await lendTo(ctx, merchant, "L2", { amountPaise: nextPaise, charges: [] });
    await world.finish(merchant);
    assert.equal(await owedBy(merchant), owedPaise);
    const [lender, originator, intermediate] = await world.ledgersOf(merchant);
    assert.equal(lender, 50_000_00n - (nextPaise * 95n) / 100n);
    assert.equal(originator, nextPaise === 0n ? 60_00n : 0n);
    assert.equal(intermediate, 0n);
    await assertSound(world, [merchant]);
  }
});

test("an unknown outcome is never failed: nothing goes back on silence", async () => {
  // The answer is cut off, with the loan paid or not, or stays pending: only a report of the bank ends it.
  for (const accountNumber of ["909090909032", "909090909033", "909090909036", "909090909026"]) {
    const merchant = await world.makeOriginator();
    await lendTo(ctx, merchant, "L1", { payee: borrowerAt(accountNumber) });
    await runtimeOf(ctx).idle();
    await workLending(ctx, merchant.merchantId);
    assert.equal(await statusOf(merchant), "disbursing");
    assert.deepEqual(await world.ledgersOf(merchant), [0n, 0n, 100_00n]);
    await world.finish(merchant);
    // A transfer without any bank report stays in review and keeps the shares.
    const ledgers = { failed: FULL, disbursed: [0n, 100_00n, 0n], disbursing: [0n, 0n, 100_00n] };
    assert.deepEqual(
      await world.ledgersOf(merchant),
      ledgers[(await statusOf(merchant)) as keyof typeof ledgers],
    );
    await assertSound(world, [merchant]);
  }
});

test("what is paid after it had failed is owed by the merchant, and takes no other loan's money", async () => {
  const merchant = await world.makeOriginator({ lenderPaise: 16_000_00n, originatorPaise: 4_000_00n });
  const { merchantId } = merchant;
  const payee = { inline: { name: "Asha Rao", vpa: "late-success@upi" } };
  const outcome = await lendTo(ctx, merchant, "L1", { payee, mode: "upi" });
  assert.ok(outcome.kind === "accepted");
  await runtimeOf(ctx).idle();
  // Meanwhile another loan's money is in the ledger without a hold, as that loan waits for approval.
  await addRule(ctx, merchantId, { ...DAILY_LIMIT, effect: "review", by: "system" });
  const second = await lendTo(ctx, merchant, "L2");
  assert.ok(second.kind === "accepted" && second.transfer.status === "awaiting_approval");
  await world.finish(merchant);
  assert.equal(await statusOf(merchant, "L1"), "failed");
  const { feePaise, taxPaise } = outcome.transfer;
  assert.equal(await owedBy(merchant), 9_900_00n + feePaise + taxPaise);
  assert.equal(await world.balanceOf(merchant, INTERMEDIATE), 10_000_00n + feePaise + taxPaise);
  await assertSound(world, [merchant]);
  const { transferId } = second.transfer;
  await cancelTransfers(ctx, merchantId, { transferIds: [transferId], because: "a test" });
  await workLending(ctx, merchantId);
  assert.deepEqual(await world.ledgersOf(merchant), [16_000_00n, 4_000_00n, 0n]);
  await assertSound(world, [merchant]);
});

test("a late success that comes back is owed no more, and lies in no ledger", async () => {
  const merchant = await world.makeOriginator();
  const payee = { inline: { name: "Asha Rao", vpa: "late-success@upi" } };
  const outcome = await lendTo(ctx, merchant, "L1", { payee, mode: "upi" });
  assert.ok(outcome.kind === "accepted");
  await runtimeOf(ctx).idle();
  await world.finish(merchant);
  assert.ok((await owedBy(merchant)) > 0n);
  const [attempt] = await world.look<{ reference: string }>(
    "select reference from transfers.attempt where merchant_id = $1",
    [merchant.merchantId],
  );
  const path = `/sim/payments/${encodeURIComponent(attempt!.reference)}/force`;
  await world.simulator.control("POST", path, { bankId: merchant.bankId, outcome: "return" });
  await world.finish(merchant);
  assert.equal(await owedBy(merchant), 0n);
  assert.deepEqual(await world.ledgersOf(merchant), FULL);
  await assertSound(world, [merchant]);
});

test("a loan that waits for NEFT keeps its shares, and goes back when it is cancelled", async () => {
  const merchant = await world.makeOriginator();
  await advance(world, merchant, 9 * 3_600_000);
  const outcome = await lendTo(ctx, merchant, "L1", { mode: "neft" });
  assert.ok(outcome.kind === "accepted" && outcome.transfer.status === "waiting");
  assert.deepEqual(await world.ledgersOf(merchant), [0n, 0n, 100_00n]);
  const { transferId } = outcome.transfer;
  await cancelTransfers(ctx, merchant.merchantId, { transferIds: [transferId], because: "a test" });
  await workLending(ctx, merchant.merchantId);
  assert.equal(await statusOf(merchant), "failed");
  assert.deepEqual(await world.ledgersOf(merchant), FULL);
  await assertSound(world, [merchant]);
});

test("what the shield wants looked at lies untouched until someone agrees; withdrawn, it goes back", async () => {
  const merchant = await world.makeOriginator();
  await addRule(ctx, merchant.merchantId, { ...DAILY_LIMIT, effect: "review", by: "system" });
  const outcome = await lendTo(ctx, merchant, "L1");
  assert.ok(outcome.kind === "accepted" && outcome.transfer.status === "awaiting_approval");
  const { feePaise, taxPaise, transferId } = outcome.transfer;
  assert.equal(await world.balanceOf(merchant, INTERMEDIATE), 10_000_00n + feePaise + taxPaise);
  await assertSound(world, [merchant]);
  await cancelTransfers(ctx, merchant.merchantId, { transferIds: [transferId], because: "a test" });
  await workLending(ctx, merchant.merchantId);
  assert.deepEqual(await world.ledgersOf(merchant), FULL);
  await assertSound(world, [merchant]);
});

test("what the shield blocks is kept as rejected, and its shares go back at once", async () => {
  const merchant = await world.makeOriginator();
  await addRule(ctx, merchant.merchantId, { ...DAILY_LIMIT, effect: "block", by: "system" });
  const outcome = await lendTo(ctx, merchant, "L1");
  assert.equal(outcome.kind, "rejected");
  await workLending(ctx, merchant.merchantId);
  assert.deepEqual(await world.ledgersOf(merchant), FULL);
  await assertSound(world, [merchant]);
});

test("webhooks and the status tell of a loan as of any transfer, under the loan's id", async () => {
  const merchant = await world.makeOriginator();
  await addEndpoint(ctx, merchant.merchantId, { url: receiver.url, format: "classic_form" });
  await lendTo(ctx, merchant, "L1", { payee: borrowerAt(RETURNED) });
  await world.finish(merchant);
  await deliverWebhooks(ctx, merchant.merchantId);
  const [transfer] = await readTransfers(ctx, merchant.merchantId, { transferKeys: ["L1"] });
  assert.equal(transfer!.publicStatus, "REVERSED");
  assert.equal(transfer!.fundSourceId, "INTERMEDIATE_1");
  const told = await world.look<{ type: string }>(
    "select type from webhooks.event where merchant_id = $1 and subject_id = $2 order by seq",
    [merchant.merchantId, transfer!.transferId],
  );
  const types = told.map(({ type }) => type);
  assert.ok(types.includes("TRANSFER_SUCCESS") && types.includes("TRANSFER_REVERSED"), types.join());
  const bodies = receiver.bodies.map((body) => new URLSearchParams(body));
  const reversed = bodies.find((body) => body.get("event") === "TRANSFER_REVERSED")!;
  assert.equal(reversed.get("transferId"), "L1");
  await assertSound(world, [merchant]);
});
