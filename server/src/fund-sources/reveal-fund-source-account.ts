import type { Context } from "#lib/context";
import { FundSourceError } from "./errors.ts";
import { ACCOUNT_PURPOSE } from "./seal-account.ts";

/** Returns the clear account number and IFSC to send money to. Throws FundSourceError.not_found. */
export async function revealFundSourceAccount(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  fundSourceId: string,
): Promise<{ accountNumber: string; ifsc: string }> {
  const [row] = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<{ sealed_account: Buffer; ifsc: string }>(
      `select sealed_account, ifsc
       from fund_sources.fund_source
       where merchant_id = $1
         and fund_source_id = $2
         and kind not in ('transit', 'intermediate')`,
      [merchantId, fundSourceId],
    ),
  );
  if (row === undefined) throw FundSourceError.not_found({ fundSourceId });
  const clear = ctx.vault.open({ merchantId, purpose: ACCOUNT_PURPOSE }, row.sealed_account);
  return { accountNumber: clear.toString(), ifsc: row.ifsc };
}
