/** The business's own bank account: only it may recharge, and withdrawals only go to it. */
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import { indexAccount } from "./seal-account.ts";

export const REGISTERED_PURPOSE = "fund-source.registered-account";

export interface RegisteredAccount {
  /** Counts from 1; each registration gets the next number. */
  readonly version: number;
  readonly holderName: string;
  readonly accountLast4: string;
  readonly ifsc: string;
  readonly registeredAt: Date;
}

interface Row extends RegisteredAccount {
  readonly sealedAccount: Buffer;
  readonly accountIndex: Buffer;
}

/** Returns the registered account in force; null if none is registered. Nothing is decrypted. */
export async function readRegisteredAccount(tx: Tx): Promise<RegisteredAccount | null> {
  const row = await readRow(tx);
  if (row === null) return null;
  const { version, holderName, accountLast4, ifsc, registeredAt } = row;
  return { version, holderName, accountLast4, ifsc, registeredAt };
}

/** Makes a test for senders: all may recharge until an account is registered, then only that account. */
export async function makeSenderTest(
  tx: Tx,
  vault: Vault,
): Promise<(sender: { readonly accountNumber?: string; readonly ifsc?: string }) => boolean> {
  const registered = await readRow(tx);
  if (registered === null) return () => true;
  return ({ accountNumber, ifsc }) => {
    if (!accountNumber) return false;
    // Some banks only report the sender's number.
    const told = { accountNumber, ifsc: ifsc || registered.ifsc };
    return registered.accountIndex.equals(indexAccount(vault, tx.merchantId, told));
  };
}

/** Opens the numbers of registered accounts by version, only to send them to the bank. */
export async function openRegisteredAccounts(
  tx: Tx,
  vault: Vault,
  versions: readonly number[],
): Promise<Map<number, { holderName: string; accountNumber: string; ifsc: string }>> {
  const rows = await tx.query<Row>(`${SELECT} and version = any ($2::int[])`, [tx.merchantId, versions]);
  const owner = { merchantId: tx.merchantId, purpose: REGISTERED_PURPOSE };
  return new Map(
    rows.map(({ version, holderName, ifsc, sealedAccount }) => [
      version,
      { holderName, ifsc, accountNumber: vault.open(owner, sealedAccount).toString() },
    ]),
  );
}

async function readRow(tx: Tx): Promise<Row | null> {
  const [row] = await tx.query<Row>(`${SELECT} order by version desc limit 1`, [tx.merchantId]);
  return row ?? null;
}

const SELECT = `
  select version, holder_name as "holderName", account_last4 as "accountLast4", ifsc,
    registered_at as "registeredAt", sealed_account as "sealedAccount", account_index as "accountIndex"
  from fund_sources.registered_account
  where merchant_id = $1`;
