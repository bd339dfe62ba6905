/** Looks up a batch, to change it or to process it, and opens a chunk of its rows. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { mapInTurns } from "#lib/in-slices";
import { type Batch, batchColumns, CHUNK_ROWS, rowColumns, type StoredRow } from "./batch.ts";
import { hashContent, isChunk, openWholeRow } from "./content.ts";
import { BatchError } from "./errors.ts";
import type { OpenRow } from "./process-batch.ts";

/** Reads a batch and locks it until the transaction ends. Throws BatchError.not_found. */
export async function lockBatch(tx: Tx, batchId: string): Promise<Batch> {
  const [batch] = await tx.query<Batch>(
    `select ${batchColumns}
     from batches.batch
     where merchant_id = $1
       and batch_id = $2
     for update`,
    [tx.merchantId, batchId],
  );
  if (batch === undefined) throw BatchError.not_found({ batchId });
  return batch;
}

/** Reads the rows of one chunk (0, 1 ...) in order. */
function readChunk(tx: Tx, batchId: string, chunk: number): Promise<StoredRow[]> {
  return tx.query<StoredRow>(
    `select ${rowColumns}
     from batches.batch_row
     where merchant_id = $1
       and batch_id = $2
       and row_no between $3 and $4
     order by row_no`,
    [tx.merchantId, batchId, chunk * CHUNK_ROWS + 1, (chunk + 1) * CHUNK_ROWS],
  );
}

/** Returns true if head and leaves are still those that the content's hash was made of. */
export async function isUnchanged(tx: Tx, batch: Batch): Promise<boolean> {
  const rows = await tx.query<{ leafHash: Buffer }>(
    `select leaf_hash as "leafHash"
     from batches.batch_row
     where merchant_id = $1
       and batch_id = $2
     order by row_no`,
    [tx.merchantId, batch.batchId],
  );
  if (rows.length !== batch.rowCount || !isHead(batch)) return false;
  const leaves = rows.map((row) => row.leafHash);
  const chunks = Math.ceil(leaves.length / CHUNK_ROWS);
  return Array.from({ length: chunks }, (_, chunk) => chunk).every((chunk) =>
    isChunk(batch, chunk, leaves.slice(chunk * CHUNK_ROWS, (chunk + 1) * CHUNK_ROWS)),
  );
}

/** Returns true if the batch's data, without its rows, still matches the hash of its content. */
function isHead(batch: Batch): boolean {
  return hashContent(batch, batch.chunkHashes).equals(batch.contentHash);
}

// Chooses the next batch and the worker for it; several processes may look at once.

/**
 * The time for which a batch belongs to the worker that took it, from its last sign of life. It only saves
 * others the work: two workers on the same rows do no harm.
 */
const TAKEN_SECONDS = 10;

/** Takes a merchant's oldest batch that no worker has; null if there is none. */
export async function takeBatch(tx: Tx): Promise<Batch | null> {
  const [batch] = await tx.query<Batch>(
    `update batches.batch
     set free_at = statement_timestamp() + $2 * interval '1 second',
         stage = case stage when 'uploaded' then 'validating' else stage end
     where merchant_id = $1
       and batch_id = (
         select batch_id
         from batches.batch
         where merchant_id = $1
           and stage in ('uploaded', 'validating', 'processing')
           and free_at <= statement_timestamp()
         order by batch_id
         limit 1
         for update skip locked
       )
     returning ${batchColumns}`,
    [tx.merchantId, TAKEN_SECONDS],
  );
  return batch ?? null;
}

/** Keeps a batch for some more seconds, while it is processed or to let it rest after a failure. */
export async function keepBatch(tx: Tx, batchId: string, seconds = TAKEN_SECONDS): Promise<void> {
  await tx.execute(
    `update batches.batch
     set free_at = statement_timestamp() + $3 * interval '1 second'
     where merchant_id = $1
       and batch_id = $2`,
    [tx.merchantId, batchId, seconds],
  );
}

export interface Chunk {
  readonly batch: Batch;
  /** 0, 1 ... */
  readonly chunk: number;
}

/**
 * Opens the open rows of a chunk, and keeps the batch for this worker. Returns null if the chunk is not what
 * the batch was made of.
 */
export async function openChunk(ctx: Context, tx: Tx, { batch, chunk }: Chunk): Promise<OpenRow[] | null> {
  const [stored] = await Promise.all([readChunk(tx, batch.batchId, chunk), keepBatch(tx, batch.batchId)]);
  const leaves = stored.map((row) => row.leafHash);
  if (!isHead(batch) || !isChunk(batch, chunk, leaves)) return null;
  const rows = await mapInTurns(
    stored.filter(({ status }) => status === "open"),
    (row): OpenRow | null => {
      const fields = openWholeRow(ctx.vault, tx.merchantId, row);
      const { rowNo, beneId, beneficiaryId } = row;
      const payee = beneId === null || beneficiaryId === null ? null : { beneId, beneficiaryId };
      return fields && { rowNo, payee, fields };
    },
  );
  return rows.includes(null) ? null : (rows as OpenRow[]);
}
