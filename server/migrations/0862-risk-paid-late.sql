-- A transfer that failed and was paid after all has reached its payee: rules compare with it as with any paid one.
create or replace view risk.past_transfer with (security_invoker = true) as
select transfer.merchant_id, transfer.transfer_id, transfer.reference_id, transfer.transfer_key,
  transfer.fund_source_id, transfer.beneficiary_id, transfer.rail, transfer.amount_paise, transfer.accepted_at,
  -- Whether it was accepted as an order, whatever became of it.
  not (transfer.status = 'rejected' and transfer.steps = 1) as taken,
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
