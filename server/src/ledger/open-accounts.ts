import type { Tx } from "#lib/db";
import { isRunning, type AccountKind } from "./accounts.ts";

export interface AccountToOpen {
  accountNo: number;
  kind: AccountKind;
  /** What people call it, e.g. "Wallet" or "Clearing, Sahyadri Bank". */
  name: string;
  /** How far below zero a spendable account may go, in paise. */
  overdraftLimitPaise?: bigint;
}

/** Opens ledger accounts in the caller's transaction; those that exist stay as they are. */
export async function openAccounts(tx: Tx, accounts: readonly AccountToOpen[]): Promise<void> {
  await tx.execute(
    `insert into ledger.account (merchant_id, account_no, kind, name, running, overdraft_limit_paise)
     select $1, account_no, kind, name, running, overdraft_limit_paise
     from unnest($2::int[], $3::text[], $4::text[], $5::boolean[], $6::bigint[])
       as opened (account_no, kind, name, running, overdraft_limit_paise)
     on conflict (merchant_id, account_no) do nothing`,
    [
      tx.merchantId,
      accounts.map((account) => account.accountNo),
      accounts.map((account) => account.kind),
      accounts.map((account) => account.name),
      accounts.map((account) => isRunning(account.accountNo)),
      accounts.map((account) => account.overdraftLimitPaise ?? 0n),
    ],
  );
}
