-- In the asynchronous flow details that prove wrong at the bank reject a transfer; all else that a bank refuses fails.
alter table transfers.transfer add column asynchronous boolean not null default false;

alter table transfers.step drop constraint step_is_a_legal_move;
alter table transfers.step add constraint step_is_a_legal_move check (
  case from_status
    when 'received' then to_status in ('awaiting_approval', 'waiting', 'ready', 'rejected', 'failed')
    when 'awaiting_approval' then to_status in ('waiting', 'ready', 'rejected', 'failed', 'cancelled')
    when 'waiting' then to_status in ('ready', 'failed', 'cancelled')
    when 'ready' then to_status in ('sent', 'waiting', 'failed', 'cancelled')
    when 'sent' then to_status in ('succeeded', 'failed', 'rejected', 'ready', 'review')
    when 'review' then to_status in ('succeeded', 'failed', 'rejected')
    when 'succeeded' then to_status in ('reversed')
    else false
  end
);

-- What failed for lack of money when it came counts for nothing, like what a rule stopped then.
create or replace view risk.past_transfer with (security_invoker = true) as
select transfer.merchant_id, transfer.transfer_id, transfer.reference_id, transfer.transfer_key,
  transfer.fund_source_id, transfer.beneficiary_id, transfer.rail, transfer.amount_paise, transfer.accepted_at,
  -- Whether it was accepted as an order, whatever became of it.
  not (transfer.status in ('rejected', 'failed') and transfer.steps = 1) as taken,
  -- When it ended without the payee having the money; null: it has not.
  case
    when transfer.reason = 'PAID_AFTER_FAILURE' then null
    when transfer.status in ('failed', 'cancelled', 'rejected', 'reversed') then transfer.finished_at
  end as unpaid_at,
  case
    when transfer.status = 'succeeded' or transfer.reason = 'PAID_AFTER_FAILURE' then transfer.finished_at
  end as paid_at,
  risk.destination_of(
    transfer.mode, transfer.beneficiary_id, payee.account_index, payee.vpa, payee.phone, payee.card_index
  ) as destination,
  payee.added_at as payee_added_at, payee.account_index, payee.vpa, payee.phone, payee.ifsc,
  payee.card_index
from transfers.transfer
left join beneficiaries.beneficiary as payee
  on payee.merchant_id = transfer.merchant_id
 and payee.beneficiary_id = transfer.beneficiary_id;

-- A payment to a phone number is reported as one.
create or replace view reports.transfer_row with (security_invoker = true) as
select transfer.merchant_id, transfer.transfer_id, transfer.reference_id, transfer.transfer_key, payee.bene_id,
  payee.name as bene_name, payee.phone as bene_phone, payee.account_last4, payee.ifsc, payee.vpa, payee.card_last4,
  transfer.amount_paise, transfer.fee_paise, transfer.tax_paise,
  case when transfer.origin_kind = 'phone' then 'phone' else transfer.mode end as mode, transfer.rail, transfer.status,
  transfer.waiting_for, transfer.acknowledged, transfer.utr, transfer.reason, transfer.remarks,
  transfer.fund_source_id, transfer.bank_id, transfer.accepted_at, transfer.sent_at, transfer.finished_at
from transfers.transfer
left join beneficiaries.beneficiary as payee
  on payee.merchant_id = transfer.merchant_id
 and payee.beneficiary_id = transfer.beneficiary_id
-- What leaves the transit source are withdrawals and refunds: they are told in the statement, not as transfers.
where transfer.source_no <> 3000;
