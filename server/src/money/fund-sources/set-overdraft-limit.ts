import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { applyOverdraftLimit } from "./overdrafts.ts";
import { FundSourceError } from "./errors.ts";

/**
 * Sets how far below zero a fund source may go, in paise, and returns the limit now in force. Existing
 * overdraft is not undone: a limit below present use becomes the present use, so that no new debit fits, and
 * drops to the wanted limit as money arrives. Throws FundSourceError.not_found or limit_invalid.
 */
export async function setOverdraftLimit(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { fundSourceId, limitPaise, by }: { fundSourceId: string; limitPaise: bigint; by: Actor },
): Promise<{ overdraftLimitPaise: bigint }> {
  if (limitPaise < 0n) throw FundSourceError.limit_invalid({ limitPaise });
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const [source] = await tx.query<{ source_no: number }>(
      `select source_no
       from fund_sources.fund_source
       where merchant_id = $1
         and fund_source_id = $2
         and kind in ('wallet', 'bank_account')`,
      [merchantId, fundSourceId],
    );
    if (source === undefined) throw FundSourceError.not_found({ fundSourceId });
    const overdraftLimitPaise = await applyOverdraftLimit(tx, source.source_no, limitPaise);
    await recordAudit(tx, [
      {
        actor: by,
        action: "fund-sources.overdraft_limit_set",
        subject: `fund-source:${fundSourceId}`,
        detail: { limitPaise: limitPaise.toString(), inForcePaise: overdraftLimitPaise.toString() },
      },
    ]);
    return { overdraftLimitPaise };
  });
}
