import { listBankConnections } from "#fund-sources";
import type { Context } from "#lib/context";

/** Returns the merchant's account at its simulated banks, or at the given one; null: it has none. */
export async function findDebitAccount(
  ctx: Context,
  merchantId: string,
  bankId?: string,
): Promise<string | null> {
  const connections = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  const found = connections.find((one) => bankId === undefined || one.bankId === bankId);
  return found?.debitAccount ?? null;
}
