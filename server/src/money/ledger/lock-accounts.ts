import type { UntimedTx } from "#lib/db";

export interface LockedAccount {
  balancePaise: bigint;
  overdraftLimitPaise: bigint;
}

/** Locks accounts in the order of their numbers until the transaction ends, and returns their balances in paise. */
export async function lockAccounts(
  tx: UntimedTx,
  accountNos: readonly number[],
): Promise<Map<number, LockedAccount>> {
  const rows = await tx.query<{ account_no: number; balance_paise: bigint; overdraft_limit_paise: bigint }>(
    `select account_no, balance_paise, overdraft_limit_paise
     from ledger.account
     where merchant_id = $1
       and account_no = any ($2::int[])
     order by account_no
     for update`,
    [tx.merchantId, accountNos],
  );
  return new Map(
    rows.map((row) => [
      row.account_no,
      { balancePaise: row.balance_paise, overdraftLimitPaise: row.overdraft_limit_paise },
    ]),
  );
}
