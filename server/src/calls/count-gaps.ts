import type { Tx } from "#lib/db";

/** How many calls of a time, by the merchant's clock, could not be logged because there were too many at once. */
export async function countGaps(tx: Tx, { from, to }: { from: Date; to: Date }): Promise<number> {
  const [row] = await tx.query<{ calls: number }>(
    `select coalesce(sum(calls), 0)::int as calls
     from calls.gap
     where merchant_id = $1 and at >= $2 and at < $3`,
    [tx.merchantId, from, to],
  );
  return row!.calls;
}
