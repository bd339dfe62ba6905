/** Stores card tokens sealed, with their last four characters in clear, until their one payment is made. */
import type { Context } from "#lib/context";
import type { Vault } from "#lib/vault";
import type { CardToken } from "./details.ts";
import type { CardToKeep } from "./insert-payees.ts";

const PURPOSE = "beneficiary.card";

/** Returns what is stored of a payee's token; the risk shield's blocks index the same text, so keys match. */
export function cardToKeep(vault: Vault, merchantId: string, { token, network }: CardToken): CardToKeep {
  return { network, last4: token.slice(-4), index: vault.blindIndex(merchantId, `card|${token}`) };
}

/** Seals a token for one merchant. */
export function sealCardToken(vault: Vault, merchantId: string, token: CardToken): Buffer {
  return vault.seal({ merchantId, purpose: PURPOSE }, JSON.stringify(token));
}

/** Opens a payee's `sealedCard`, only to send the token to the bank. Throws VaultError if it cannot. */
export function openCardToken(ctx: Pick<Context, "vault">, merchantId: string, sealed: Buffer): CardToken {
  return JSON.parse(ctx.vault.open({ merchantId, purpose: PURPOSE }, sealed).toString()) as CardToken;
}
