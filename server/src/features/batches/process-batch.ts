/** Processes the open rows of a batch: payments by pay-rows.ts, beneficiaries here. */
import { addBeneficiaries, noteAddedNumbers, type BeneficiaryInput } from "#beneficiaries";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { isDatabaseAnswer, isFaultOfWork } from "#lib/db-errors";
import { workInPieces } from "#lib/quiet-callers";
import { MERCHANT_PLACES, runtimeOf } from "#transfers";
import { type Batch, CHUNK_ROWS } from "./batch.ts";
import { checkPerson } from "./check-row.ts";
import { CONTENT_CHANGED, finishBatch, rejectWhole } from "./end-batch.ts";
import type { Failure } from "./failures.ts";
import { FORMATS, type RowFields } from "./formats.ts";
import { markMade, checkAgain, type CheckedRow, markRows } from "./mark-rows.ts";
import { makePayer } from "./pay-rows.ts";
import { keepBatch, lockBatch, openChunk } from "./read-batch.ts";

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
export type RowOutcome =
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
interface TransferIds {
  readonly transferId: string;
  readonly referenceId: bigint;
}

/** Works on open rows. `postponed` means that nothing was done because payouts are disabled now. */
export type WorkOnRows = (opened: readonly OpenRow[]) => Promise<"postponed" | undefined>;

/**
 * The number of rows that are worked on together. All of them find slots for immediate sending if half of the
 * merchant's slots are free.
 */
const PIECE_ROWS = { full: MERCHANT_PLACES / 2, small: 24 };

/**
 * Processes the open rows of a batch, chunk by chunk, and ends it when every row is decided. It can be
 * stopped and restarted anywhere: decisions stay, and an accepted payment is found again by its key.
 */
export async function processBatch(ctx: Context, merchantId: string, batch: Batch): Promise<void> {
  const makeWork = FORMATS[batch.format].kind === "transfers" ? makePayer : makeAdder;
  for (const chunk of await ctx.db.inMerchant(merchantId, (tx) => readOpenChunks(tx, batch))) {
    if (runtimeOf(ctx).stopping) return leaveBatch(ctx, merchantId, batch);
    const items = await ctx.db.inMerchant(merchantId, (tx) => openChunk(ctx, tx, { batch, chunk }));
    if (items === null) return refuseChanged(ctx, merchantId, batch);
    const work = makeWork(ctx, merchantId, batch);
    const ended = await workInPieces(merchantId, { items, sizes: PIECE_ROWS, work });
    if (ended === "postponed") return postpone(ctx, merchantId, batch);
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

/** Makes the function that adds the beneficiaries of rows, and records the outcome of each row. */
function makeAdder(ctx: Context, merchantId: string, batch: Batch): WorkOnRows {
  return async (opened) => {
    const rows = await ctx.db.inMerchant(merchantId, async (tx) => {
      await keepBatch(tx, batch.batchId);
      return checkAgain(tx, batch.batchId, { rows: opened, check: checkPerson });
    });
    await addRows(ctx, merchantId, { batch, rows });
    return undefined;
  };
}

interface RowsToAdd {
  readonly batch: Batch;
  readonly rows: readonly CheckedRow<BeneficiaryInput>[];
}

async function addRows(ctx: Context, merchantId: string, { batch, rows }: RowsToAdd): Promise<void> {
  if (rows.length === 0) return;
  try {
    await addTogether(ctx, merchantId, { batch, rows });
  } catch (error) {
    if (!isFaultOfWork(error) && !isDatabaseAnswer(error)) throw error;
    if (rows.length > 1) {
      // One row may make the others fail; halving finds it.
      const half = Math.ceil(rows.length / 2);
      await addRows(ctx, merchantId, { batch, rows: rows.slice(0, half) });
      return addRows(ctx, merchantId, { batch, rows: rows.slice(half) });
    }
    const { rowNo } = rows[0]!;
    ctx.log.error({ batchId: batch.batchId, rowNo, err: error }, "a row of a batch could not be worked on");
    const tried = { rowNo, kind: "tried", hopeless: false } as const;
    await ctx.db.inMerchant(merchantId, (tx) => markRows(tx, batch.batchId, [tried]));
  }
}

async function addTogether(ctx: Context, merchantId: string, { batch, rows }: RowsToAdd): Promise<void> {
  const beneficiaries = rows.map((row) => row.asked);
  await ctx.db.inMerchant(merchantId, async (tx) => {
    const outcomes = await addBeneficiaries(tx, ctx.vault, { beneficiaries, by: batch.createdBy });
    const decisions = outcomes.map((outcome, index) => {
      const { rowNo } = rows[index]!;
      if (outcome.kind === "added") return { rowNo, kind: "accepted", transfer: null } as const;
      const failure = { failure: outcome.error.code, because: outcome.error.message };
      return { rowNo, kind: "rejected", failure, transfer: null } as const;
    });
    await markRows(tx, batch.batchId, decisions);
  });
  await noteAddedNumbers(ctx, merchantId, { by: batch.createdBy, payees: beneficiaries });
}
