/** Counts the rows that a merchant's transactions read from tables. The number is the same on every machine. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";

interface CountedRows {
  readonly ctx: Context;
  /** Returns the number of rows read so far. */
  read(): number;
}

export function countRows(ctx: Context): CountedRows {
  let rows = 0;
  const inMerchant: Context["db"]["inMerchant"] = (merchantId, work) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const before = await readCount(tx);
      const result = await work(tx);
      rows += (await readCount(tx)) - before;
      return result;
    });
  return { ctx: { ...ctx, db: { ...ctx.db, inMerchant } }, read: () => rows };
}

/** Reads the counts that the session has not reported yet, which it does only between transactions. */
async function readCount(tx: Tx): Promise<number> {
  const [counted] = await tx.query<{ rows: number }>(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows
     from pg_stat_xact_user_tables`,
  );
  return counted!.rows;
}
