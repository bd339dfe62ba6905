import { listBankConnections } from "#fund-sources";
import type { Context } from "#lib/context";
import { SandboxError } from "./errors.ts";

/** Returns the merchant's account at its simulated banks, or at the given one. Null means that it has none. */
export async function findDebitAccount(
  ctx: Context,
  merchantId: string,
  bankId?: string,
): Promise<string | null> {
  const connections = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  const found = connections.find((one) => bankId === undefined || one.bankId === bankId);
  return found?.debitAccount ?? null;
}

/** Returns the latest attempt of a transfer: its bank and its reference. */
export async function findPayment(
  ctx: Context,
  merchantId: string,
  transferKey: string,
): Promise<{ bankId: string; reference: string }> {
  const [found] = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<{ bankId: string; reference: string }>(
      `select attempt.bank_id as "bankId", attempt.reference
       from transfers.transfer
       join transfers.attempt
         on attempt.merchant_id = transfer.merchant_id
        and attempt.transfer_id = transfer.transfer_id
        and attempt.attempt = transfer.attempt
       where transfer.merchant_id = $1
         and transfer.transfer_key = $2`,
      [merchantId, transferKey],
    ),
  );
  if (found === undefined) throw SandboxError.transfer_not_found({ transferId: transferKey });
  return found;
}
