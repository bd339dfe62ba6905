import type { Actor } from "#audit";
import type { Tx } from "#lib/db";

/** The names by which people know a batch. */
export interface NamedBatch {
  readonly batchId: string;
  readonly name: string;
  readonly batchKey: string | null;
  readonly referenceId: number;
  readonly createdBy: Actor;
}

/** Returns the names of batches by their ids; batches that do not exist are left out. */
export async function nameBatches(
  tx: Tx,
  batchIds: readonly string[],
): Promise<ReadonlyMap<string, NamedBatch>> {
  if (batchIds.length === 0) return new Map();
  const rows = await tx.query<NamedBatch>(
    `select batch_id as "batchId", name, batch_key as "batchKey", reference_id as "referenceId",
       created_by as "createdBy"
     from batches.batch
     where merchant_id = $1
       and batch_id = any ($2::uuid[])`,
    [tx.merchantId, batchIds],
  );
  return new Map(rows.map((row) => [row.batchId, row]));
}
