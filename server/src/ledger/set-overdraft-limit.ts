import type { Tx } from "#lib/db";
import { LedgerError } from "./errors.ts";
import { lockAccounts } from "./lock-accounts.ts";

/**
 * Sets how far below zero a spendable account may go, in paise. What is overdrawn already is not undone: a
 * limit below the present use is refused with LedgerError.overdraft_in_use.
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
