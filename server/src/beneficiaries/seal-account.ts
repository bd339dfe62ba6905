/** Stores account numbers sealed, with a blind index for lookups and the last four characters in clear. */
import type { Vault } from "#lib/vault";
import { accountText } from "./clean-details.ts";

export const ACCOUNT_PURPOSE = "beneficiary.account";

export interface SealedAccount {
  readonly sealed: Buffer;
  readonly last4: string;
  readonly index: Buffer;
}

/** Seals a bank account for one merchant. */
export function sealAccount(
  vault: Vault,
  merchantId: string,
  account: { accountNumber: string; ifsc: string },
): SealedAccount {
  return {
    sealed: vault.seal({ merchantId, purpose: ACCOUNT_PURPOSE }, account.accountNumber),
    last4: account.accountNumber.slice(-4),
    index: indexAccount(vault, merchantId, account),
  };
}

/** Returns the blind index of a bank account. */
export function indexAccount(
  vault: Vault,
  merchantId: string,
  { accountNumber, ifsc }: { accountNumber: string; ifsc: string },
): Buffer {
  return vault.blindIndex(merchantId, accountText(accountNumber, ifsc));
}
