/** Card tokens are kept sealed, with four characters to know them by, until their one payment is made. */
import type { Context } from "#lib/context";
import type { Vault } from "#lib/vault";
import type { CardToken } from "./details.ts";
import type { CardToKeep } from "./insert-payees.ts";

const PURPOSE = "beneficiary.card";

/** What is kept of a token with its payee; blocks of the risk shield index the same text, so that the keys compare. */
export function cardToKeep(vault: Vault, merchantId: string, { token, network }: CardToken): CardToKeep {
  return { network, last4: token.slice(-4), index: vault.blindIndex(merchantId, `card|${token}`) };
}

/** Seals a token for one merchant. */
export function sealCardToken(vault: Vault, merchantId: string, token: CardToken): Buffer {
  return vault.seal({ merchantId, purpose: PURPOSE }, JSON.stringify(token));
}

/** The clear token of a payee's `sealedCard`, for the bank's ears only. Throws VaultError if it is not. */
export function openCardToken(ctx: Pick<Context, "vault">, merchantId: string, sealed: Buffer): CardToken {
  return JSON.parse(ctx.vault.open({ merchantId, purpose: PURPOSE }, sealed).toString()) as CardToken;
}
