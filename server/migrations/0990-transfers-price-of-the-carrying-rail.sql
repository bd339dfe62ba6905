-- A transfer costs what the rail costs that carries it. Until that is known, the dearest rail of its mode is held for:
-- the reserve is what is held beyond fee and tax of the rail as it stands, and is released when the transfer is paid.
-- Transfers from before keep the price they were told, and have no reserve.
alter table transfers.transfer add column reserve_paise integer not null default 0;
alter table transfers.transfer
add constraint a_reserve_is_not_negative check (reserve_paise >= 0);

-- The proof of fees begins with what was ordered since.
create function transfers.fees_follow_rails_since() returns timestamptz
language sql stable security definer set search_path = ''
as $$ select applied_at from lib.migration where name like '0990-%' $$;

-- Charges in a statement are what an entry moved beside the amount: what was held, what came back, what was released.
create or replace view reports.statement_entry with (security_invoker = true) as
select entry.merchant_id, entry.account_no, entry.at, entry.cause_id, entry.phase, entry.is_credit, entry.kind,
  entry.change_paise, entry.noted_paise,
  case
    when transfer.transfer_id is null then null
    when entry.kind = 'post' then abs(entry.change_paise)
    else abs(entry.change_paise) - transfer.amount_paise
  end as charges_paise,
  coalesce(transfer.transfer_key, internal_transfer.transfer_key, withdrawal.withdrawal_key, loan.loan_key) as key,
  coalesce(transfer.reference_id, internal_transfer.reference_id, disbursal.reference_id) as reference_id,
  coalesce(transfer.utr, case entry.kind when 'refund' then refund.utr else top_up.utr end, withdrawal.utr,
    disbursal.utr) as utr,
  coalesce(transfer.remarks, internal_transfer.remarks, withdrawal.remarks, disbursal.remarks) as remarks
from (
  select posting.merchant_id, side.account_no, posting.at, posting.cause_id, posting.phase, side.is_credit,
    posting.kind,
    sum(case when side.is_credit then posting.amount_paise else -posting.amount_paise end)::bigint as change_paise,
    0::bigint as noted_paise
  from ledger.posting
  cross join lateral (values (posting.debit_no, false), (posting.credit_no, true)) as side (account_no, is_credit)
  group by posting.merchant_id, side.account_no, posting.at, posting.cause_id, posting.phase, side.is_credit,
    posting.kind
  union all
  select top_up.merchant_id, source.ledger_account_no, top_up.arrived_at, top_up.top_up_id, 0::smallint, false,
    'unregistered_credit', 0, top_up.amount_paise
  from fund_sources.top_up
  join fund_sources.fund_source as source
    on source.merchant_id = top_up.merchant_id
   and source.fund_source_id = top_up.fund_source_id
  where top_up.suspended
  union all
  select refund.merchant_id, source.ledger_account_no, refund.finished_at, refund.top_up_id, 1::smallint, false,
    'refund', 0, refund.amount_paise
  from withdrawals.refund
  join fund_sources.top_up
    on top_up.merchant_id = refund.merchant_id
   and top_up.top_up_id = refund.top_up_id
  join fund_sources.fund_source as source
    on source.merchant_id = top_up.merchant_id
   and source.fund_source_id = top_up.fund_source_id
  where refund.status = 'paid'
) as entry
left join transfers.transfer
  on transfer.merchant_id = entry.merchant_id and transfer.transfer_id = entry.cause_id
left join fund_sources.top_up
  on top_up.merchant_id = entry.merchant_id and top_up.top_up_id = entry.cause_id
left join withdrawals.refund
  on refund.merchant_id = entry.merchant_id and refund.top_up_id = entry.cause_id
left join fund_sources.internal_transfer
  on internal_transfer.merchant_id = entry.merchant_id and internal_transfer.internal_transfer_id = entry.cause_id
left join withdrawals.withdrawal
  on withdrawal.merchant_id = entry.merchant_id and withdrawal.withdrawal_id = entry.cause_id
left join lending.loan
  on loan.merchant_id = entry.merchant_id and loan.loan_id = entry.cause_id
left join transfers.transfer as disbursal
  on disbursal.merchant_id = loan.merchant_id and disbursal.transfer_key = loan.loan_key;
