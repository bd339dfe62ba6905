/** Account numbers: sealed, opened, and revealed with a record. */
import { requireOfMember } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import { type Vault, VaultError } from "#lib/vault";
import { accountOfVpa } from "#rails";
import { accountText } from "./fields.ts";
import type { PayeeFacts } from "./details.ts";
import { BeneficiaryError } from "./errors.ts";

// Stores account numbers sealed, with a blind index for lookups and the last four characters in clear.

const ACCOUNT_PURPOSE = "beneficiary.account";

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

/**
 * Opens the account number of a payee's `sealedAccount`, only to send it to the bank. Throws VaultError if it
 * cannot be opened.
 */
export function openAccountNumber(ctx: Pick<Context, "vault">, merchantId: string, sealed: Buffer): string {
  return ctx.vault.open({ merchantId, purpose: ACCOUNT_PURPOSE }, sealed).toString();
}

/**
 * Returns the account numbers of a payee, also one in its UPI ID, only to mask them in other people's words. One that
 * cannot be opened is left out.
 */
export function accountsOf(
  { vault }: Pick<Context, "vault">,
  merchantId: string,
  { sealedAccount, vpa }: Pick<PayeeFacts, "sealedAccount" | "vpa">,
): string[] {
  const ofVpa = vpa === null ? null : accountOfVpa(vpa);
  const accounts = ofVpa === null ? [] : [ofVpa.accountNumber];
  if (sealedAccount === null) return accounts;
  try {
    return [openAccountNumber({ vault }, merchantId, sealedAccount), ...accounts];
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    return accounts;
  }
}

/**
 * Returns the clear account number of a listed beneficiary, even if it is removed; each access is recorded.
 * Throws BeneficiaryError.not_found, also if it has no bank account; AccessError.not_permitted for a member
 * who may not reveal account numbers.
 */
export async function revealAccountNumber(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { beneficiaryId, by }: { beneficiaryId: string; by: Actor },
): Promise<{ accountNumber: string; ifsc: string }> {
  const found = await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "reveal_account_numbers");
    const [row] = await tx.query<{ sealed_account: Buffer; ifsc: string }>(
      `select sealed_account, ifsc
       from beneficiaries.beneficiary
       where merchant_id = $1
         and listed
         and beneficiary_id = $2
         and sealed_account is not null`,
      [merchantId, beneficiaryId],
    );
    if (row === undefined) throw BeneficiaryError.not_found({ beneficiaryId });
    const subject = `beneficiary:${beneficiaryId}`;
    await recordAudit(tx, [{ actor: by, action: "beneficiaries.account_revealed", subject }]);
    return row;
  });
  return { accountNumber: openAccountNumber(ctx, merchantId, found.sealed_account), ifsc: found.ifsc };
}
