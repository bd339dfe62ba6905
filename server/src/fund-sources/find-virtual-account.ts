import type { Context } from "#lib/context";
import { hashVirtualAccount } from "./seal-account.ts";

/** Finds the owner of a virtual account number, for credits without other details; null if none. */
export async function findVirtualAccount(
  ctx: Pick<Context, "db" | "vault">,
  accountNumber: string,
): Promise<{ merchantId: string; fundSourceId: string } | null> {
  const [owner] = await ctx.db.directory((tx) =>
    tx.query<{ merchantId: string; fundSourceId: string }>(
      `select owner_merchant_id as "merchantId", fund_source_id as "fundSourceId"
       from fund_sources.virtual_account
       where account_hash = $1`,
      [hashVirtualAccount(ctx.vault, accountNumber)],
    ),
  );
  return owner ?? null;
}
