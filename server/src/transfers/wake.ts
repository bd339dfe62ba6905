/** The channel on which a commit notifies the workers that a merchant has transfers ready. */
import type { Tx } from "#lib/db";

export const CHANNEL = "transfers";

/** Sends one notification for a whole set, delivered with the commit. */
export async function wakeWorkers(tx: Tx): Promise<void> {
  await tx.execute("select pg_notify($1, $2)", [CHANNEL, tx.merchantId]);
}
