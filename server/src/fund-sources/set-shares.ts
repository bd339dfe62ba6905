import { requireOfMember } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { FundSourceError } from "./errors.ts";
import { isForOrders, type FundSource } from "./fund-source.ts";
import { lockNumbering } from "./lock-numbering.ts";
import { readFundSources } from "./read-fund-sources.ts";

export interface Share {
  readonly fundSourceId: string;
  /** A whole percentage, 0 to 100. */
  readonly percent: number;
}

/**
 * Sets the share that each fund source pays of the orders that name none; unlisted ones get none. An empty
 * list switches sharing off, and then the wallet pays. Throws FundSourceError.shares_not_whole with the sum,
 * share_invalid, or not_found for one that does not exist or is switched off; AccessError.not_permitted for a
 * member who may not manage fund sources.
 */
export async function setShares(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { shares, by }: { shares: readonly Share[]; by: Actor },
): Promise<FundSource[]> {
  checkShares(shares);
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_fund_sources");
    await lockNumbering(tx);
    const known = new Set(
      (await readFundSources(tx)).flatMap((one) =>
        one.active && isForOrders(one) ? [one.fundSourceId] : [],
      ),
    );
    const stranger = shares.find(({ fundSourceId }) => !known.has(fundSourceId));
    if (stranger !== undefined) throw FundSourceError.not_found({ fundSourceId: stranger.fundSourceId });
    await writeShares(tx, shares);
    const detail = Object.fromEntries(shares.map(({ fundSourceId, percent }) => [fundSourceId, percent]));
    const subject = `merchant:${merchantId}`;
    await recordAudit(tx, [{ actor: by, action: "fund-sources.shares_set", subject, detail }]);
    return readFundSources(tx);
  });
}

function checkShares(shares: readonly Share[]): void {
  const ids = new Set(shares.map(({ fundSourceId }) => fundSourceId));
  const isSound = ({ percent }: Share): boolean =>
    Number.isInteger(percent) && percent >= 0 && percent <= 100;
  if (ids.size < shares.length || !shares.every(isSound)) throw FundSourceError.share_invalid();
  const totalPercent = shares.reduce((sum, { percent }) => sum + percent, 0);
  if (shares.length > 0 && totalPercent !== 100) throw FundSourceError.shares_not_whole({ totalPercent });
}

async function writeShares(tx: Tx, shares: readonly Share[]): Promise<void> {
  await tx.execute(
    `update fund_sources.fund_source as source
     set share_percent = coalesce(
       (
         select share.percent
         from unnest($2::text[], $3::smallint[]) as share (fund_source_id, percent)
         where share.fund_source_id = source.fund_source_id
       ), 0)
     where source.merchant_id = $1`,
    [tx.merchantId, shares.map(({ fundSourceId }) => fundSourceId), shares.map(({ percent }) => percent)],
  );
}
