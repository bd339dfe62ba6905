import type { Tx } from "#lib/db";

/**
 * Waits for the orders of the merchant that are being accepted, and lets no other begin to be decided until the
 * caller's transaction ends: anyone who changes what orders are judged by comes wholly before or wholly after each set.
 */
export async function holdAcceptance(tx: Tx): Promise<void> {
  // Every acceptance takes its numbers from this row before it reads the rules, and holds it until its end.
  await tx.query("select from transfers.counter where merchant_id = $1 for update", [tx.merchantId]);
}

/** The same for a change of the blocks: changes at once are made one after the other, also before the first order. */
export async function holdBlocks(tx: Tx): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`risk.blocks:${tx.merchantId}`]);
  await holdAcceptance(tx);
}
