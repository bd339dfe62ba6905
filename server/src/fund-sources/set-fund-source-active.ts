import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { FundSourceError } from "./errors.ts";
import { lockNumbering } from "./lock-numbering.ts";

/**
 * Switches a connected bank account on or off as a fund source; its money and pending payments stay as they
 * are. Throws FundSourceError.not_found, wallet_stays for the wallet, or share_in_use while it has a share.
 */
export async function setFundSourceActive(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { fundSourceId, active, by }: { fundSourceId: string; active: boolean; by: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await lockNumbering(tx);
    const [source] = await tx.query<{ kind: string; share_percent: number }>(
      `select kind, share_percent
       from fund_sources.fund_source
       where merchant_id = $1
         and fund_source_id = $2
         and kind in ('wallet', 'bank_account')`,
      [merchantId, fundSourceId],
    );
    if (source === undefined) throw FundSourceError.not_found({ fundSourceId });
    if (source.kind === "wallet") throw FundSourceError.wallet_stays();
    if (!active && source.share_percent > 0) {
      throw FundSourceError.share_in_use({ fundSourceId, percent: source.share_percent });
    }
    await tx.execute(
      `update fund_sources.fund_source
       set active = $3
       where merchant_id = $1
         and fund_source_id = $2`,
      [merchantId, fundSourceId, active],
    );
    const action = active ? "fund-sources.switched_on" : "fund-sources.switched_off";
    await recordAudit(tx, [{ actor: by, action, subject: `fund-source:${fundSourceId}` }]);
  });
}
