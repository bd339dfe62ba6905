import type { Context } from "#lib/context";

/** The ids of all merchants, or of those made before a moment, for work that is done for each. */
export async function listMerchantIds(
  ctx: Pick<Context, "db">,
  { madeBefore = null }: { madeBefore?: Date | null } = {},
): Promise<string[]> {
  const rows = await ctx.db.directory((tx) =>
    tx.query<{ merchantId: string }>(
      `select merchant_id as "merchantId"
       from access.merchant
       where $1::timestamptz is null or created_at < $1
       order by merchant_id`,
      [madeBefore],
    ),
  );
  return rows.map(({ merchantId }) => merchantId);
}
