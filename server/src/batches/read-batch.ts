/** Looks up a batch, to change it or to process it. */
import type { Tx } from "#lib/db";
import { batchColumns, rowColumns, CHUNK_ROWS, type Batch, type StoredRow } from "./batch.ts";
import { hashContent, isChunk } from "./content.ts";
import { BatchError } from "./errors.ts";

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
export function readChunk(tx: Tx, batchId: string, chunk: number): Promise<StoredRow[]> {
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

/** Returns true if the data above the rows is still what the content's hash was made of. */
export function isHead(batch: Batch): boolean {
  return hashContent(batch, batch.chunkHashes).equals(batch.contentHash);
}
