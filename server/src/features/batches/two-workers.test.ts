/** Two workers at the same row: it is decided once, and its reported outcome is that of its transfer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeMerchant } from "#access";
import { workBatches } from "#batches";
import { setBankEnabled } from "#fund-sources";
import type { Context } from "#lib/context";
import { verifyLedger } from "#proof";
import { runtimeOf } from "#transfers";
import { stopAfter } from "#test/stop-after";
import type { TestMerchant } from "#test/world";
import { accountRow, makeBatchWorld, outcomeOf, request, workOff } from "./test/batch-world.ts";

const world = await makeBatchWorld();
const { ctx } = world;

const setBank = ({ merchantId }: TestMerchant, enabled: boolean): Promise<void> =>
  setBankEnabled(ctx, merchantId, { bankId: "meghdoot", enabled, by: "system" });

/** Ends the time for which a worker keeps a batch. */
const free = (batchId: string): Promise<unknown> =>
  world.look("update batches.batch set free_at = '-infinity' where batch_id = $1", [batchId]);

const transfersOf = ({ merchantId }: TestMerchant): Promise<{ status: string }[]> =>
  world.look("select status from transfers.transfer where merchant_id = $1", [merchantId]);

test("a row that was refused to one worker and is paid by another one is said to be paid", async () => {
  const merchant = await world.makePayer();
  const { batch } = await request(ctx, merchant, { rows: [accountRow(), accountRow()] });
  await setBank(merchant, false);
  const other = world.openContext();
  const first = stopAfter(world, "batches.process.accepted", async () => {
    assert.deepEqual(await transfersOf(merchant), [], "both were refused");
    await setBank(merchant, true);
    await free(batch.batchId);
    // The second worker dies before it can record the outcomes.
    const dying = stopAfter(world, "batches.process.accepted", () => Promise.reject(new Error("died")));
    await assert.rejects(workBatches(dying, merchant.merchantId), /died/);
    await runtimeOf(dying).idle();
    assert.equal((await transfersOf(merchant)).length, 2);
  });
  await workBatches(first, merchant.merchantId);
  await workOff(other, merchant);
  await workOff(ctx, merchant);
  const { rows, status } = await outcomeOf(ctx, merchant, batch.batchId);
  assert.deepEqual(
    rows.map((row) => [row.status, row.failureReason]),
    [
      ["SUCCESS", null],
      ["SUCCESS", null],
    ],
  );
  assert.equal(status, "completed");
  assert.deepEqual((await verifyLedger(ctx)).findings, []);
});

test("a row that one worker has said to be rejected is paid by no other that was held up", async () => {
  const merchant = await world.makePayer();
  const { batch } = await request(ctx, merchant, { rows: [accountRow()] });
  const slow: Context = stopAfter(world, "batches.process.prepared", async () => {
    await setBank(merchant, false);
    await free(batch.batchId);
    await workBatches(ctx, merchant.merchantId);
    assert.equal((await outcomeOf(ctx, merchant, batch.batchId)).rows[0]!.status, "REJECTED");
    await setBank(merchant, true);
  });
  await workBatches(slow, merchant.merchantId);
  await workOff(ctx, merchant);
  assert.deepEqual(await transfersOf(merchant), []);
  const { rows, status } = await outcomeOf(ctx, merchant, batch.batchId);
  assert.deepEqual([rows[0]!.status, status], ["REJECTED", "rejected"]);
});

test("while payouts are switched off a batch waits, and goes on afterwards", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const { batch } = await request(ctx, merchant, { rows: [accountRow(), accountRow({ amount: "x" })] });
  const switchPayouts = (payoutsEnabled: boolean): Promise<unknown> =>
    changeMerchant(ctx, merchantId, { settings: { payoutsEnabled } });
  await switchPayouts(false);
  for (let times = 0; times < 3; times += 1) {
    await free(batch.batchId);
    await workOff(ctx, merchant);
  }
  const held = await outcomeOf(ctx, merchant, batch.batchId);
  assert.deepEqual([held.status, held.totals.open, held.totals.rejected], ["processing", 1, 1]);
  assert.deepEqual(await transfersOf(merchant), []);
  await switchPayouts(true);
  await free(batch.batchId);
  await workOff(ctx, merchant);
  const paid = await outcomeOf(ctx, merchant, batch.batchId);
  assert.deepEqual([paid.status, paid.totals.done], ["partly_failed", 1]);
});
