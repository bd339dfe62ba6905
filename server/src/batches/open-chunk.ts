import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { Batch } from "./batch.ts";
import { isChunk, openWholeRow } from "./content.ts";
import { isHead, keepBatch, readChunk } from "./read-batch.ts";
import type { OpenRow } from "./process-batch.ts";

export interface Chunk {
  readonly batch: Batch;
  /** 0, 1 ... */
  readonly chunk: number;
}

/** The outcome of a chunk. changed: its rows differ from the batch's; postponed: payouts are off now. */
export type Worked = "done" | "changed" | "postponed";

/**
 * Opens the open rows of a chunk, and keeps the batch for this worker. Returns null if the chunk is not what
 * the batch was made of.
 */
export async function openChunk(ctx: Context, tx: Tx, { batch, chunk }: Chunk): Promise<OpenRow[] | null> {
  const [stored] = await Promise.all([readChunk(tx, batch.batchId, chunk), keepBatch(tx, batch.batchId)]);
  const leaves = stored.map((row) => row.leafHash);
  if (!isHead(batch) || !isChunk(batch, chunk, leaves)) return null;
  const rows: OpenRow[] = [];
  for (const row of stored) {
    if (row.status !== "open") continue;
    const fields = openWholeRow(ctx.vault, tx.merchantId, row);
    if (fields === null) return null;
    const { rowNo, beneId, beneficiaryId } = row;
    const payee = beneId === null || beneficiaryId === null ? null : { beneId, beneficiaryId };
    rows.push({ rowNo, payee, fields });
  }
  return rows;
}
