import { requireOfMember } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { FundSourceError } from "./errors.ts";

export interface ThresholdToSet {
  readonly fundSourceId: string;
  /** The minimum balance, in paise. */
  readonly thresholdPaise: bigint;
  /** True to notify when the available balance drops below it. */
  readonly notify: boolean;
  readonly by: Actor;
}

/**
 * Sets the low balance threshold. Throws FundSourceError.not_found or threshold_invalid;
 * AccessError.not_permitted for a member who may not manage settings.
 */
export async function setLowBalanceThreshold(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { fundSourceId, thresholdPaise, notify, by }: ThresholdToSet,
): Promise<void> {
  if (thresholdPaise < 0n) throw FundSourceError.threshold_invalid({ thresholdPaise });
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_settings");
    // A new threshold is announced again, even if the balance was already below the old one.
    const count = await tx.execute(
      `update fund_sources.fund_source
       set low_balance_threshold_paise = $3, notify_low_balance = $4, low_since = null
       where merchant_id = $1
         and fund_source_id = $2
         and kind not in ('transit', 'intermediate')`,
      [merchantId, fundSourceId, thresholdPaise, notify],
    );
    if (count === 0) throw FundSourceError.not_found({ fundSourceId });
    await recordAudit(tx, [
      {
        actor: by,
        action: "fund-sources.low_balance_threshold_set",
        subject: `fund-source:${fundSourceId}`,
        detail: { thresholdPaise: thresholdPaise.toString(), notify },
      },
    ]);
  });
}
