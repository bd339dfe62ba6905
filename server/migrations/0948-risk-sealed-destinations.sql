-- What of a payee a mode pays to: the keyed index of a VPA or phone number that is sealed; of any other what it is.
create function risk.paid_to(
  mode text, beneficiary_id uuid, account_index bytea, vpa_index bytea, phone_index bytea, card_index bytea,
  vpa text, phone text
) returns bytea
language sql immutable parallel safe
return case
  when mode = 'upi' and starts_with(vpa, 'sealed:1:') then vpa_index
  when mode in ('paytm', 'amazonpay') and starts_with(phone, 'sealed:1:') then phone_index
  else risk.destination_of(mode, beneficiary_id, account_index, vpa, phone, card_index)
end;

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
  payee.card_index, payee.vpa_index, payee.phone_index
from transfers.transfer
left join beneficiaries.beneficiary as payee
  on payee.merchant_id = transfer.merchant_id
 and payee.beneficiary_id = transfer.beneficiary_id;

grant update (destination) on risk.precedent to vitaran_app;
grant update (parameters) on risk.verdict to vitaran_app;
