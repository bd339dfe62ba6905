/** Stores account numbers of fund sources and senders sealed, like those of beneficiaries. */
import type { Vault } from "#lib/vault";
import { explainIfsc, isInlineAccountNumber } from "#rails";
import { FundSourceError } from "./errors.ts";

export const ACCOUNT_PURPOSE = "fund-source.account";
export const SENDER_PURPOSE = "top-up.account";

export interface BankAccount {
  readonly accountNumber: string;
  readonly ifsc: string;
}

/** Throws FundSourceError.account_invalid or ifsc_invalid unless a bank can pay to this account. */
export function requirePayable({ accountNumber, ifsc }: BankAccount): void {
  if (!isInlineAccountNumber(accountNumber)) throw FundSourceError.account_invalid();
  const says = explainIfsc(ifsc);
  if (says !== null) throw FundSourceError.ifsc_invalid({ says });
}

/** Returns the index of a merchant's bank account; beneficiaries index the same text, so they compare. */
export function indexAccount(vault: Vault, merchantId: string, { accountNumber, ifsc }: BankAccount): Buffer {
  return vault.blindIndex(merchantId, `${accountNumber.trim().toUpperCase()}|${ifsc.trim().toUpperCase()}`);
}

/** Returns the hash by which a virtual account's merchant is found if only the number is known. */
export function hashVirtualAccount(vault: Vault, accountNumber: string): Buffer {
  return vault.hmac("fund-source.virtual-account", accountNumber.trim());
}
