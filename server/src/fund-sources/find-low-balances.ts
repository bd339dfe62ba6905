import type { Reader } from "#lib/db";

/** Finds merchants with an alert to announce or to end, for the sweep that calls `alertLowBalances`. */
export async function findLowBalances(read: Reader, limit = 1_000): Promise<string[]> {
  const rows = await read.query<{ merchant_id: string }>(FIND, [limit]);
  return rows.map((row) => row.merchant_id);
}

const FIND = `
  select distinct source.merchant_id
  from fund_sources.fund_source as source
  join ledger.account
    on account.merchant_id = source.merchant_id
    and account.account_no = source.ledger_account_no
  where source.notify_low_balance
    and source.active
    and (account.balance_paise < source.low_balance_threshold_paise) <> (source.low_since is not null)
  limit $1`;
