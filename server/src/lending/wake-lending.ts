import type { Tx } from "#lib/db";

/** The channel that wakes the worker; its payload is the merchant's id. */
export const CHANNEL = "lending";

/** Tells the workers, at the commit, that this merchant may have something due. */
export async function wakeLending(tx: Tx): Promise<void> {
  await tx.execute("select pg_notify($1, $2)", [CHANNEL, tx.merchantId]);
}
