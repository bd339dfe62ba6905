import type { Context } from "#lib/context";
import { FundSourceError } from "./errors.ts";
import { readFundSources } from "./read-fund-sources.ts";

/** Checks that a merchant has fund sources with these ids. Throws FundSourceError.not_found. */
export async function requireFundSources(
  ctx: Pick<Context, "db">,
  merchantId: string,
  fundSourceIds: readonly string[],
): Promise<void> {
  const sources = await ctx.db.inMerchant(merchantId, readFundSources);
  const isThere = (id: string): boolean =>
    sources.some(({ fundSourceId, kind }) => fundSourceId === id && kind !== "transit");
  const missing = fundSourceIds.find((id) => !isThere(id));
  if (missing !== undefined) throw FundSourceError.not_found({ fundSourceId: missing });
}
