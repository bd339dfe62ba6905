import type { Tx } from "#lib/db";

/** Locks the numbering of this merchant's fund sources and banks until the transaction ends. */
export async function lockNumbering(tx: Tx): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`fund_sources:${tx.merchantId}`]);
}
