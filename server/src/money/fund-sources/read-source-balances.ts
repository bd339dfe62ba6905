import type { Tx } from "#lib/db";
import { FundSourceError } from "./errors.ts";

export interface Balance {
  /** Its money, including open transfers and withdrawals: held, or sent to a bank without an outcome yet. */
  readonly balancePaise: bigint;
  /** The balance without open amounts; below zero by the amount of the overdraft. */
  readonly availablePaise: bigint;
  /** The amounts of open transfers, including charges, and of open withdrawals. */
  readonly heldPaise: bigint;
  /** The amount by which `availablePaise` may go below zero. */
  readonly overdraftLimitPaise: bigint;
  /** The maximum for new payouts: the available balance plus the overdraft limit. */
  readonly spendablePaise: bigint;
}

/** Reads balances of a set of fund sources by id, all at one moment; those that do not exist are left out. */
export async function readSourceBalances(
  tx: Tx,
  fundSourceIds: readonly string[],
): Promise<Map<string, Balance>> {
  const rows = await tx.query<Balance & { fundSourceId: string }>(READ, [tx.merchantId, fundSourceIds]);
  return new Map(rows.map(({ fundSourceId, ...balance }) => [fundSourceId, balance]));
}

const READ = `
  select source.fund_source_id as "fundSourceId",
    available.balance_paise + held.paise as "balancePaise",
    available.balance_paise as "availablePaise",
    held.paise as "heldPaise",
    available.overdraft_limit_paise as "overdraftLimitPaise",
    available.balance_paise + available.overdraft_limit_paise as "spendablePaise"
  from fund_sources.fund_source as source
  join ledger.account as available
    on available.merchant_id = source.merchant_id and available.account_no = source.ledger_account_no
  join ledger.account as held_in
    on held_in.merchant_id = source.merchant_id and held_in.account_no = source.held_in_no
  join ledger.account as held_out
    on held_out.merchant_id = source.merchant_id and held_out.account_no = source.held_out_no
  cross join lateral (
    select coalesce(sum(open.amount_paise), 0)::bigint as paise
    from (
      select amount_paise
      from transfers.transfer
      where transfer.merchant_id = source.merchant_id
        and transfer.source_no = source.source_no
        and transfer.due_at is not null
        and transfer.status in ('sent', 'review')
      union all
      -- The latest may have no due time yet.
      select amount_paise
      from transfers.transfer
      where transfer.merchant_id = source.merchant_id
        and transfer.source_no = source.source_no
        and transfer.due_at is null
        and transfer.status = 'sent'
        and transfer.reference_id > (
          select coalesce(max(reference_id), 0) from transfers.watched where watched.merchant_id = source.merchant_id
        )
    ) as open
  ) as with_banks
  cross join lateral (
    select coalesce(sum(withdrawal.amount_paise), 0)::bigint as paise
    from withdrawals.withdrawal
    where withdrawal.merchant_id = source.merchant_id
      and withdrawal.fund_source_id = source.fund_source_id
      and (withdrawal.status in ('waiting', 'processing') or withdrawal.due_at is not null)
  ) as withdrawn
  cross join lateral (
    select held_in.balance_paise + held_out.balance_paise + with_banks.paise + withdrawn.paise as paise
  ) as held
  where source.merchant_id = $1
    and source.fund_source_id = any ($2::text[])
    and source.kind <> 'transit'`;

/** Reads the current balance of one fund source, in paise. Throws FundSourceError.not_found. */
export async function readBalance(tx: Tx, fundSourceId: string): Promise<Balance> {
  const balance = (await readSourceBalances(tx, [fundSourceId])).get(fundSourceId);
  if (balance === undefined) throw FundSourceError.not_found({ fundSourceId });
  return balance;
}
