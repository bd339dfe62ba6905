import type { Tx } from "#lib/db";

/**
 * Waits for the orders of the merchant that are being accepted, and keeps new ones waiting until the caller's
 * transaction ends. A change of rules or blocks therefore comes entirely before or entirely after each set.
 */
export async function holdAcceptance(tx: Tx): Promise<void> {
  // Every acceptance takes its numbers from this row before it reads the rules, and keeps it locked until it ends.
  await tx.query("select from transfers.counter where merchant_id = $1 for update", [tx.merchantId]);
}

/** Holds acceptance for a change of blocks. Concurrent changes wait for each other, even before the first order. */
export async function holdBlocks(tx: Tx): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`risk.blocks:${tx.merchantId}`]);
  await holdAcceptance(tx);
}
