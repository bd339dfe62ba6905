import type { Context } from "#lib/context";
import { bookTopUps } from "./book-top-ups.ts";
import { FundSourceError } from "./errors.ts";
import type { TopUpCredit } from "./read-arrivals.ts";

/**
 * Credits arrived money to a fund source and notifies the merchant (CREDIT_CONFIRMATION), in one transaction
 * and once per bank and UTR: a repeat changes nothing and returns `repeated`. Throws
 * FundSourceError.top_up_contradiction if the UTR was credited with another amount or fund source, and
 * not_found, bank_not_connected, amount_invalid or utr_invalid. Money for the wallet from another account
 * than the registered one is `suspended`: it does not count, is not notified, and will be sent back.
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
