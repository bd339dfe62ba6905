import type { Tx } from "#lib/db";
import { type AccountKind, isRunning } from "./accounts.ts";
import { LedgerError } from "./errors.ts";
import { lockAccounts } from "./open-books.ts";

export interface AccountToOpen {
  accountNo: number;
  kind: AccountKind;
  /** The name that people see, e.g. "Wallet" or "Clearing, Sahyadri Bank". */
  name: string;
  /** The amount by which a spendable account may go below zero, in paise. */
  overdraftLimitPaise?: bigint;
}

/** Opens ledger accounts in the caller's transaction; existing ones do not change. */
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

/**
 * Sets by how much a spendable account may go below zero, in paise. A limit below the present overdraft is refused with
 * LedgerError.overdraft_in_use.
 */
export async function setOverdraftLimit(tx: Tx, accountNo: number, limitPaise: bigint): Promise<void> {
  const account = (await lockAccounts(tx, [accountNo])).get(accountNo);
  if (account === undefined) throw LedgerError.account_not_found({ wanted: [accountNo] });
  if (account.balancePaise < -limitPaise) {
    throw LedgerError.overdraft_in_use({ accountNo, balancePaise: account.balancePaise, limitPaise });
  }
  await tx.execute(
    `update ledger.account
     set overdraft_limit_paise = $3
     where merchant_id = $1
       and account_no = $2`,
    [tx.merchantId, accountNo, limitPaise],
  );
}
