import type { Tx } from "#lib/db";

/** Balances in paise of running accounts (credits less debits); accounts that do not exist are left out. */
export async function readBalances(tx: Tx, accountNos: readonly number[]): Promise<Map<number, bigint>> {
  const rows = await tx.query<{ account_no: number; balance_paise: bigint }>(
    `select account_no, balance_paise
     from ledger.account
     where merchant_id = $1
       and account_no = any ($2::int[])`,
    [tx.merchantId, accountNos],
  );
  return new Map(rows.map((row) => [row.account_no, row.balance_paise]));
}
