import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import type { Context } from "#lib/context";
import { setCrashHook } from "#lib/crash-points";
import { noteQuietCall } from "#lib/quiet-callers";
import { BatchError, decideBatches, rejectBatch, releaseBatch, workBatches } from "#batches";
import { verifyLedger } from "#proof";
import { acceptTransfers } from "#transfers";
import { accountRow, freshId, makeBatchWorld, outcomeOf, pay, request, workOff } from "./test/batch-world.ts";

const world = await makeBatchWorld();
const { ctx } = world;

afterEach(() => decideBatches(async () => ({ kind: "process" })));

const failures = (rows: readonly { failureReason: string | null }[]) => rows.map((row) => row.failureReason);

test("a batch waits for its approval, bound to what its rows say", async () => {
  decideBatches(async () => ({ kind: "wait" }));
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const { batch } = await request(ctx, merchant, { rows: [accountRow(), accountRow({ amount: "x" })] });
  await workOff(ctx, merchant);
  const waiting = await outcomeOf(ctx, merchant, batch.batchId);
  assert.equal(waiting.status, "awaiting_approval");
  assert.deepEqual(
    waiting.rows.map((row) => row.status),
    ["APPROVAL_PENDING", "REJECTED"],
  );
  const { batchId, contentHash } = batch;
  const other = Buffer.alloc(32);
  await assert.rejects(
    ctx.db.inMerchant(merchantId, (tx) => releaseBatch(tx, { batchId, contentHash: other })),
    (error) => BatchError.is(error, "content_changed"),
  );
  await ctx.db.inMerchant(merchantId, (tx) => releaseBatch(tx, { batchId, contentHash }));
  await assert.rejects(
    ctx.db.inMerchant(merchantId, (tx) => releaseBatch(tx, { batchId, contentHash })),
    (error) => BatchError.is(error, "not_awaiting_approval"),
  );
  await workOff(ctx, merchant);
  assert.equal((await outcomeOf(ctx, merchant, batchId)).status, "partly_failed");
});

test("a batch that is not approved is rejected with all its rows", async () => {
  decideBatches(async () => ({ kind: "wait" }));
  const merchant = await world.makePayer();
  const { batch } = await request(ctx, merchant, { rows: [accountRow(), accountRow()] });
  const { batchId } = batch;
  await workOff(ctx, merchant);
  await ctx.db.inMerchant(merchant.merchantId, (tx) =>
    rejectBatch(tx, { batchId, because: "Not this month" }),
  );
  const outcome = await outcomeOf(ctx, merchant, batchId);
  assert.equal(outcome.status, "rejected");
  assert.deepEqual(failures(outcome.rows), ["Not this month", "Not this month"]);
  const events = await world.look("select from webhooks.event where subject_id = $1", [batchId]);
  assert.equal(events.length, 1);
});

test("who decides may reject at once", async () => {
  decideBatches(async (_tx, { openRows }) => ({ kind: "reject", because: `${openRows} rows are too many` }));
  const merchant = await world.makePayer();
  const outcome = await pay(ctx, merchant, { rows: [accountRow(), accountRow({ amount: "0" })] });
  assert.equal(outcome.because, "1 rows are too many");
  assert.equal(outcome.totals.accepted, 0);
});

test("rows that were changed behind our back are not paid", async () => {
  const merchant = await world.makePayer();
  const { batch } = await request(ctx, merchant, { rows: [accountRow(), accountRow()] });
  const { batchId } = batch;
  await assert.rejects(
    ctx.db.inMerchant(merchant.merchantId, (tx) =>
      tx.execute("update batches.batch_row set leaf_hash = leaf_hash where batch_id = $1", [batchId]),
    ),
    /permission denied/,
  );
  // The rows are swapped: each has the same content as before, under the other's number.
  await world.look(
    `update batches.batch_row as row
     set sealed_fields = other.sealed_fields, leaf_hash = other.leaf_hash, row_key = null
     from batches.batch_row as other
     where row.batch_id = $1
       and other.batch_id = $1
       and other.row_no = 3 - row.row_no`,
    [batchId],
  );
  await workOff(ctx, merchant);
  const [stored] = await world.look("select stage, because from batches.batch where batch_id = $1", [
    batchId,
  ]);
  assert.deepEqual(stored, {
    stage: "rejected",
    because: "The rows are not those that the batch was made of.",
  });
  assert.deepEqual(await world.look("select from transfers.transfer where origin_id = $1", [batchId]), []);
});

test("a changed amount is noticed when the rows are opened, though the hashes are as they were", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const { batch } = await request(ctx, merchant, { rows: [accountRow({ amount: "10.00" })] });
  const changed = JSON.stringify({ ...accountRow({ amount: "9000.00" }) });
  const sealed = ctx.vault.seal({ merchantId, purpose: "batch.row" }, changed);
  await world.look("update batches.batch_row set sealed_fields = $2 where batch_id = $1", [
    batch.batchId,
    sealed,
  ]);
  await workOff(ctx, merchant);
  const [stored] = await world.look("select stage from batches.batch where batch_id = $1", [batch.batchId]);
  assert.deepEqual(stored, { stage: "rejected" });
  assert.deepEqual(
    await world.look("select from transfers.transfer where merchant_id = $1", [merchantId]),
    [],
  );
});

test("a row that brings its transaction down does not stall the others", async () => {
  await world.look(
    `create function public.refuse_poison() returns trigger language plpgsql as $$
     begin
       if new.transfer_key like 'poison%' then
         raise exception 'poison' using errcode = case when new.transfer_key like '%late' then 'P0001' else '23514' end;
       end if;
       return new;
     end $$`,
  );
  await world.look(
    "create trigger poison before insert on transfers.transfer for each row execute function public.refuse_poison()",
  );
  const merchant = await world.makePayer();
  const rows = Array.from({ length: 20 }, (_, n) =>
    accountRow(n === 7 ? { transferId: freshId("poison") } : n === 13 ? { transferId: "poison_late" } : {}),
  );
  const { batch } = await request(ctx, merchant, { rows });
  await workOff(ctx, merchant);
  const first = await outcomeOf(ctx, merchant, batch.batchId);
  assert.equal(first.rows[7]!.failureReason, "Internal error. Please re-initiate the transfer request");
  assert.equal(first.rows[13]!.status, "RECEIVED", "nobody knows yet what is wrong with it");
  assert.equal(first.totals.done, 18);
  assert.equal(first.status, "processing");
  for (let tries = 0; tries < 7; tries += 1) {
    await free(batch.batchId);
    await workBatches(ctx, merchant.merchantId);
  }
  const last = await outcomeOf(ctx, merchant, batch.batchId);
  assert.equal(last.rows[13]!.status, "REJECTED");
  assert.equal(last.status, "partly_failed");
  assert.deepEqual((await verifyLedger(ctx)).findings, []);
});

test("where not one row gets through, none of them is blamed", async () => {
  const merchant = await world.makePayer();
  const rows = Array.from({ length: 5 }, () => accountRow({ transferId: freshId("poison") }));
  const { batch } = await request(ctx, merchant, { rows });
  await workOff(ctx, merchant);
  const outcome = await outcomeOf(ctx, merchant, batch.batchId);
  assert.deepEqual([outcome.status, outcome.totals.open], ["processing", 5]);
});

test("two workers on the same rows pay each once", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const rows = Array.from({ length: 300 }, () => accountRow({ amount: "1.00" }));
  const { batch } = await request(ctx, merchant, { rows });
  const workers = [world.openContext({ connections: 4 }), world.openContext({ connections: 4 })];
  await ctx.db.inMerchant(merchantId, (tx) =>
    tx.execute("update batches.batch set stage = 'processing' where batch_id = $1", [batch.batchId]),
  );
  const work = workers.map(async (one) => {
    for (let rounds = 0; rounds < 5; rounds += 1) {
      await free(batch.batchId);
      await workOff(one, merchant);
    }
  });
  await Promise.all(work);
  const outcome = await outcomeOf(ctx, merchant, batch.batchId);
  assert.deepEqual([outcome.status, outcome.totals.done], ["completed", 300]);
  const [count] = await world.look(
    "select count(*)::int as transfers from transfers.transfer where merchant_id = $1",
    [merchantId],
  );
  assert.deepEqual(count, { transfers: 300 });
  assert.deepEqual((await verifyLedger(ctx)).findings, []);
});

test("an id that another call takes first is another's transfer", async () => {
  const merchant = await world.makePayer();
  const row = accountRow();
  const { batch } = await request(ctx, merchant, { rows: [row, accountRow()] });
  // This happens after the rows are validated and before they are paid.
  decideBatches(async () => ({ kind: "wait" }));
  await workBatches(ctx, merchant.merchantId);
  await acceptTransfers(ctx, merchant.merchantId, [
    {
      transferKey: String(row.transferId),
      payee: { inline: { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" } },
      amountPaise: 100n,
      mode: "imps",
      remarks: "",
      fundSourceId: null,
    },
  ]);
  const { batchId, contentHash } = batch;
  await ctx.db.inMerchant(merchant.merchantId, (tx) => releaseBatch(tx, { batchId, contentHash }));
  await workOff(ctx, merchant);
  const outcome = await outcomeOf(ctx, merchant, batchId);
  assert.deepEqual(failures(outcome.rows), ["Transfer Id already exists.", null]);
  assert.equal(outcome.rows[0]!.transfer, null);
});

/** Ends the time for which a worker keeps a batch. */
async function free(batchId: string): Promise<void> {
  await world.look("update batches.batch set free_at = '-infinity' where batch_id = $1", [batchId]);
}

test("while another merchant's program calls, a file is paid in small pieces", async () => {
  const piecesWith = async (beside: (ctx: Context) => Context): Promise<number> => {
    const merchant = await world.makePayer();
    const rows = Array.from({ length: 60 }, () => accountRow());
    const { batch } = await request(ctx, merchant, { rows });
    let pieces = 0;
    setCrashHook((passed) => void (pieces += passed === "batches.process.accepted" ? 1 : 0));
    await workOff(beside(ctx), merchant);
    setCrashHook(null);
    assert.equal((await outcomeOf(ctx, merchant, batch.batchId)).status, "completed");
    return pieces;
  };
  const calling = (quiet: Context): Context => ({
    ...quiet,
    db: {
      ...quiet.db,
      async inMerchant(merchantId, work) {
        const done = await quiet.db.inMerchant(merchantId, work);
        noteQuietCall("another merchant");
        return done;
      },
    },
  });
  assert.equal(await piecesWith((alone) => alone), 1);
  assert.equal(await piecesWith(calling), 3);
});
