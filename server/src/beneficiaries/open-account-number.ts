import type { Context } from "#lib/context";
import { ACCOUNT_PURPOSE } from "./seal-account.ts";

/**
 * The clear account number of a payee's `sealedAccount`, for the bank's ears only. Throws VaultError if it is
 * not.
 */
export function openAccountNumber(ctx: Pick<Context, "vault">, merchantId: string, sealed: Buffer): string {
  return ctx.vault.open({ merchantId, purpose: ACCOUNT_PURPOSE }, sealed).toString();
}
