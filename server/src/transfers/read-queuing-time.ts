import type { Tx } from "#lib/db";

/** Reads for how many hours a merchant's transfers wait for money; null: they do not wait. */
export async function readQueuingTime(tx: Tx): Promise<{ hours: number | null }> {
  const [row] = await tx.query<{ seconds: number | null }>(
    "select queue_seconds as seconds from transfers.counter where merchant_id = $1",
    [tx.merchantId],
  );
  const seconds = row?.seconds ?? null;
  return { hours: seconds === null ? null : seconds / 3_600 };
}
