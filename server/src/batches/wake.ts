/** The channel on which a commit tells the workers that a merchant has a batch to work on. */
import type { Tx } from "#lib/db";

export const CHANNEL = "batches";

/** One notification, delivered with the commit. */
export async function wakeBatches(tx: Tx): Promise<void> {
  await tx.execute("select pg_notify($1, $2)", [CHANNEL, tx.merchantId]);
}
