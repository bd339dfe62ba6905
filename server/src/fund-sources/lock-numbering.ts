import type { Tx } from "#lib/db";

/** Makes others who would number a fund source or bank of this merchant wait until the transaction ends. */
export async function lockNumbering(tx: Tx): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`fund_sources:${tx.merchantId}`]);
}
