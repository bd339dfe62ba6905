-- Limits count what was released. When a transfer waited for approvers first, it was released when they approved it;
-- null: when it was accepted.
alter table transfers.transfer add column released_at timestamptz;

create index transfer_by_release on transfers.transfer (merchant_id, released_at) where released_at is not null;

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
  risk.paid_to(
    transfer.mode, transfer.beneficiary_id, payee.account_index, payee.vpa_index, payee.phone_index, payee.card_index,
    payee.vpa, payee.phone
  ) as destination,
  payee.added_at as payee_added_at, payee.account_index, payee.vpa, payee.phone, payee.ifsc,
  payee.card_index, payee.vpa_index, payee.phone_index,
  -- Whether it was paid or is on its way: it does not wait for approvers, and did not end before a bank had it.
  transfer.status <> 'awaiting_approval'
    and not (transfer.status in ('rejected', 'failed', 'cancelled') and transfer.attempt = 0) as released,
  transfer.released_at
from transfers.transfer
left join beneficiaries.beneficiary as payee
  on payee.merchant_id = transfer.merchant_id
 and payee.beneficiary_id = transfer.beneficiary_id;
