import type { Context } from "#lib/context";
import { bookTopUps } from "./book-top-ups.ts";
import { FundSourceError } from "./errors.ts";
import type { TopUpCredit } from "./read-arrivals.ts";

/**
 * Credits money that arrived to a fund source and tells the merchant (CREDIT_CONFIRMATION), in one
 * transaction and once per bank and UTR: the same credit again changes nothing and answers `repeated`. Throws
 * FundSourceError.top_up_contradiction when the UTR was credited with another amount or to another fund
 * source, and not_found, bank_not_connected, amount_invalid or utr_invalid. What came to the wallet from another
 * account than the registered one is `suspended`: it does not count, no one is told, and it will be sent back.
 */
export async function topUp(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  credit: TopUpCredit,
): Promise<{ topUpId: string; repeated: boolean; suspended: boolean }> {
  const [outcome] = await ctx.db.inMerchant(merchantId, (tx) => bookTopUps(tx, ctx.vault, [credit]));
  if (outcome!.kind === "contradiction") throw FundSourceError.top_up_contradiction({ utr: credit.utr });
  const { topUpId, kind, suspended } = outcome!;
  return { topUpId, repeated: kind === "known", suspended };
}
