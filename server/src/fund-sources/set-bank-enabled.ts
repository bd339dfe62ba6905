import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { FundSourceError } from "./errors.ts";

/**
 * Switches a bank on or off for new instructions, and clears the reason of an earlier stop. Throws
 * FundSourceError.bank_not_connected.
 */
export async function setBankEnabled(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { bankId, enabled, by }: { bankId: string; enabled: boolean; by: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    const count = await tx.execute(
      `update fund_sources.bank_connection
       set enabled = $3, stopped_because = null, stopped_at = null
       where merchant_id = $1
         and bank_id = $2`,
      [merchantId, bankId, enabled],
    );
    if (count === 0) throw FundSourceError.bank_not_connected({ bankId });
    const action = enabled ? "fund-sources.bank_enabled" : "fund-sources.bank_disabled";
    await recordAudit(tx, [{ actor: by, action, subject: `bank:${bankId}` }]);
  });
}
