import type { Context } from "#lib/context";
import { ACCOUNT_PURPOSE } from "./seal-account.ts";

/**
 * Opens the account number of a payee's `sealedAccount`, only to send it to the bank. Throws VaultError if it
 * cannot be opened.
 */
export function openAccountNumber(ctx: Pick<Context, "vault">, merchantId: string, sealed: Buffer): string {
  return ctx.vault.open({ merchantId, purpose: ACCOUNT_PURPOSE }, sealed).toString();
}
