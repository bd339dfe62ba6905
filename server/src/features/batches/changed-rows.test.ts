/** Rows that have changed since their batch came: altered, damaged, or under a stricter rule. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeMerchant } from "#access";
import { decideBatches, releaseBatch, type Batch } from "#batches";
import { hashChunks, hashContent, sealRow } from "./content.ts";
import type { RowFields } from "./formats.ts";
import { accountRow, freshId, makeBatchWorld, outcomeOf, request, workOff } from "./test/batch-world.ts";

const world = await makeBatchWorld();
const { ctx } = world;

decideBatches(async () => ({ kind: "wait" }));

const CHANGED = "The rows are not those that the batch was made of.";

const cardRow = (): Record<string, string> => ({
  transferId: freshId("t"),
  amount: "10.00",
  token: `tok_${freshId("card").padEnd(12, "0")}`,
  cardType: "CREDIT",
});

/** Makes a batch of cards that waits. */
async function makeWaiting() {
  const merchant = await world.makePayer();
  await changeMerchant(ctx, merchant.merchantId, { settings: { tokenRequestorId: "50110030273" } });
  const { batch } = await request(ctx, merchant, { format: "CARD", rows: [cardRow(), cardRow()] });
  await workOff(ctx, merchant);
  return { merchant, batch };
}

async function release({ merchant, batch }: Awaited<ReturnType<typeof makeWaiting>>) {
  await ctx.db.inMerchant(merchant.merchantId, (tx) => releaseBatch(tx, batch));
  await workOff(ctx, merchant);
  const { rows } = await outcomeOf(ctx, merchant, batch.batchId);
  return rows.map(({ failureReason }) => failureReason);
}

test("a token that was put in another's place is not paid", async () => {
  const waiting = await makeWaiting();
  await world.look(
    `update batches.batch_row as row
     set sealed_card = other.sealed_card
     from batches.batch_row as other
     where row.batch_id = $1 and other.batch_id = $1 and row.row_no <> other.row_no`,
    [waiting.batch.batchId],
  );
  assert.deepEqual(await release(waiting), [CHANGED, CHANGED]);
});

test("a token that is damaged stops its batch, which ends", async () => {
  const waiting = await makeWaiting();
  await world.look(
    `update batches.batch_row
     set sealed_card = set_byte(sealed_card, 40, get_byte(sealed_card, 40) # 1)
     where batch_id = $1 and row_no = 2`,
    [waiting.batch.batchId],
  );
  assert.deepEqual(await release(waiting), [CHANGED, CHANGED]);
});

/** Replaces the rows of a batch, with matching hashes, as if they had come like that. */
async function putRows(merchantId: string, batch: Batch, rows: readonly RowFields[]): Promise<void> {
  const sealed = rows.map((fields, index) => sealRow(ctx.vault, merchantId, { rowNo: index + 1, fields }));
  const chunkHashes = hashChunks(sealed.map((row) => row.leafHash));
  for (const [index, row] of sealed.entries()) {
    await world.look(
      `update batches.batch_row
       set sealed_fields = $3, sealed_card = $4, card_hash = $5, leaf_hash = $6
       where batch_id = $1 and row_no = $2`,
      [batch.batchId, index + 1, row.sealedFields, row.sealedCard, row.cardHash, row.leafHash],
    );
  }
  await world.look("update batches.batch set chunk_hashes = $2, content_hash = $3 where batch_id = $1", [
    batch.batchId,
    chunkHashes,
    hashContent(batch, chunkHashes),
  ]);
}

test("a row that a stricter rule refuses now is rejected, and keeps no other from being paid", async () => {
  for (const format of ["CARD", "BANK_ACCOUNT"] as const) {
    const { merchant } = await makeWaiting();
    const sound = format === "CARD" ? cardRow() : (accountRow() as Record<string, string>);
    const unsound: RowFields = { ...sound, transferId: freshId("t"), amount: "0.50" };
    const { batch } = await request(ctx, merchant, {
      format,
      rows: [sound, { ...sound, ...unsound, amount: "10.00" }],
    });
    await workOff(ctx, merchant);
    await putRows(merchant.merchantId, batch, [sound, unsound]);
    const { contentHash } = await outcomeOf(ctx, merchant, batch.batchId);
    assert.deepEqual(await release({ merchant, batch: { ...batch, contentHash } }), [
      null,
      "Transfer amount is less than minimum amount of Rs. 1.",
    ]);
  }
});
