import assert from "node:assert/strict";
import { test } from "node:test";
import type { Outcome } from "#banks";
import { BatchError, cloneFailedRows } from "#batches";
import { topUp } from "#fund-sources";
import { recordNews } from "#transfers";
import { accountRow, makeBatchWorld, outcomeOf, pay, workOff } from "./test/batch-world.ts";

const world = await makeBatchWorld();
const { ctx } = world;

test("failed rows are tried again as a new batch, and paid once however often they are cloned", async () => {
  const merchant = await world.makePayer(20_00n);
  const { merchantId } = merchant;
  const small = accountRow({ transferMode: "rtgs", transferId: "too_small" });
  const dear = accountRow({ amount: "500.00", transferId: "dear" });
  const rows = [accountRow(), dear, small, accountRow({ amount: "0.10" })];
  const first = await pay(ctx, merchant, { rows });
  assert.equal(first.totals.failed, 3);
  await topUp(ctx, merchantId, {
    bankId: "meghdoot",
    utr: "MORE1",
    amountPaise: 9_000_00n,
    fundSourceId: "WALLET_1",
  });
  const keys: (string | undefined)[][] = [];
  const ids: string[] = [];
  for (let times = 0; times < 2; times += 1) {
    const { batchId } = await cloneFailedRows(ctx, merchantId, {
      batchId: first.batchId,
      by: "api-key:tests",
    });
    await workOff(ctx, merchant);
    const cloned = await outcomeOf(ctx, merchant, batchId);
    assert.equal(cloned.clonedFrom, first.batchId);
    keys.push(cloned.rows.map((row) => row.fields.transferId));
    ids.push(...cloned.rows.flatMap((row) => (row.status === "SUCCESS" ? row.transfer!.transferKey : [])));
  }
  // A row stored as rejected needs another id; a refused one keeps its own; an invalid one is left out.
  assert.deepEqual(keys, [
    ["dear_r2", "too_small"],
    ["dear_r2", "too_small"],
  ]);
  assert.deepEqual(ids, ["dear_r2"]);
  const completed = await pay(ctx, merchant, { rows: [accountRow()] });
  await assert.rejects(
    cloneFailedRows(ctx, merchantId, { batchId: completed.batchId, by: "api-key:tests" }),
    (error) => BatchError.is(error, "nothing_to_clone"),
  );
});

test("a row that its bank paid after a failure is not tried again until it has come back", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  // The simulated banks refuse this account.
  const { batchId, rows } = await pay(ctx, merchant, {
    rows: [accountRow({ bankAccount: "026291800001190" })],
  });
  const { transferId, publicStatus } = rows[0]!.transfer!;
  assert.equal(publicStatus, "FAILED");
  const news = { transferId, attempt: 1, source: "callback" } as const;
  const say = (outcome: Outcome) => recordNews(ctx, merchantId, [{ ...news, outcome }]);
  const clone = () => cloneFailedRows(ctx, merchantId, { batchId, by: "api-key:tests" });
  await say({ kind: "succeeded", code: "00", text: "paid", utr: "632512000001", credited: true });
  await assert.rejects(clone, (error) => BatchError.is(error, "nothing_to_clone"));
  const reason = "RETURNED_FROM_BENEFICIARY";
  await say({ kind: "returned", code: "AC04", text: "closed", utr: "632512000002", reason });
  const { rowCount } = await clone();
  assert.equal(rowCount, 1);
});
