/** The channel on which a commit notifies the workers that a merchant has a batch to process. */
import type { Tx } from "#lib/db";

export const CHANNEL = "batches";

/** Sends one notification, delivered with the commit. */
export async function wakeBatches(tx: Tx): Promise<void> {
  await tx.execute("select pg_notify($1, $2)", [CHANNEL, tx.merchantId]);
}
