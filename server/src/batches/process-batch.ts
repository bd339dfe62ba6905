import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { runtimeOf } from "#transfers";
import { addPersons } from "./add-persons.ts";
import { type Batch, CHUNK_ROWS } from "./batch.ts";
import { CONTENT_CHANGED, finishBatch, rejectWhole } from "./end-batch.ts";
import type { Failure } from "./failures.ts";
import { FORMATS, type RowFields } from "./formats.ts";
import { markMade } from "./mark-rows.ts";
import { payChunk } from "./pay-chunk.ts";
import { keepBatch, lockBatch } from "./read-batch.ts";

// A row in progress: its content, and the decision on it.

/** An open row with its content. */
export interface OpenRow {
  readonly rowNo: number;
  readonly fields: RowFields;
  /** The beneficiary that it pays; null if it is not known yet. */
  readonly payee: RowPayee | null;
}

/** The listed beneficiary that a row pays. */
export interface RowPayee {
  readonly beneId: string;
  /** Our id of exactly that beneficiary; one that replaces it under the same `beneId` is not paid. */
  readonly beneficiaryId: string;
}

/** The outcome of a row. */
export type Decision =
  | { readonly rowNo: number; readonly kind: "accepted"; readonly transfer: TransferIds | null }
  | {
      readonly rowNo: number;
      readonly kind: "rejected";
      readonly failure: Failure;
      /** A transfer that was stored as rejected. */
      readonly transfer: TransferIds | null;
    }
  /** It alone made its transaction fail; `hopeless` if due to its content, otherwise it is retried. */
  | { readonly rowNo: number; readonly kind: "tried"; readonly hopeless: boolean };

/** The ids of a transfer. */
export interface TransferIds {
  readonly transferId: string;
  readonly referenceId: bigint;
}

/**
 * Processes the open rows of a batch, chunk by chunk, and ends it when every row is decided. It can be
 * stopped and restarted anywhere: decisions stay, and an accepted payment is found again by its key.
 */
export async function processBatch(ctx: Context, merchantId: string, batch: Batch): Promise<void> {
  const work = FORMATS[batch.format].kind === "transfers" ? payChunk : addPersons;
  for (const chunk of await ctx.db.inMerchant(merchantId, (tx) => readOpenChunks(tx, batch))) {
    if (runtimeOf(ctx).stopping) return leaveBatch(ctx, merchantId, batch);
    const worked = await work(ctx, merchantId, { batch, chunk });
    if (worked === "changed") return refuseChanged(ctx, merchantId, batch);
    if (worked === "postponed") return postpone(ctx, merchantId, batch);
    crashPoint("batches.process.chunk_done");
  }
  await ctx.db.inMerchant(merchantId, async (tx) => {
    const locked = await lockBatch(tx, batch.batchId);
    if (locked.stage !== "processing") return;
    const tries = await readTries(tx, batch);
    // The rows are retried after 2 seconds, 4, 8 ...
    return tries === null ? finishBatch(tx, locked) : keepBatch(tx, batch.batchId, 2 ** tries);
  });
  crashPoint("batches.process.finished");
}

/** Returns the chunks (0, 1 ...) with undecided rows. */
async function readOpenChunks(tx: Tx, { batchId }: Batch): Promise<number[]> {
  const rows = await tx.query<{ chunk: number }>(
    `select distinct (row_no - 1) / $3::int as chunk
     from batches.batch_row
     where merchant_id = $1
       and batch_id = $2
       and status = 'open'
     order by chunk`,
    [tx.merchantId, batchId, CHUNK_ROWS],
  );
  return rows.map((row) => row.chunk);
}

/** Returns the highest number of tries of the open rows; null if none is open. */
async function readTries(tx: Tx, { batchId }: Batch): Promise<number | null> {
  const [row] = await tx.query<{ tries: number | null }>(
    `select max(tries) as tries
     from batches.batch_row
     where merchant_id = $1
       and batch_id = $2
       and status = 'open'`,
    [tx.merchantId, batchId],
  );
  return row!.tries;
}

/** While payouts are off, nothing of a batch is paid or rejected; it is checked again after this time. */
const POSTPONED_SECONDS = 15;

/** Lets another process continue with the batch at once. */
async function leaveBatch(ctx: Context, merchantId: string, { batchId }: Batch): Promise<void> {
  await ctx.db.inMerchant(merchantId, (tx) => keepBatch(tx, batchId, 0));
}

/** Rows that were accepted before are marked now, although the rest waits. */
async function postpone(ctx: Context, merchantId: string, { batchId }: Batch): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await lockBatch(tx, batchId);
    await markMade(tx, batchId);
    await keepBatch(tx, batchId, POSTPONED_SECONDS);
  });
}

async function refuseChanged(ctx: Context, merchantId: string, { batchId }: Batch): Promise<void> {
  ctx.log.error({ batchId }, "the rows of a batch are not those that it was made of; it is not worked on");
  await ctx.db.inMerchant(merchantId, async (tx) => {
    const batch = await lockBatch(tx, batchId);
    if (batch.stage !== "processing") return;
    await markMade(tx, batchId);
    await rejectWhole(tx, batch, CONTENT_CHANGED);
  });
}
