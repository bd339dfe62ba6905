-- Returns what is shown of an account number of which the last four characters are kept. A sealed number is 33 bytes
-- longer than the number. A short one shows a third of itself, as `lib/mask-account.ts` says.
create function beneficiaries.shown_end(last4 text, sealed bytea) returns text
language sql immutable parallel safe
return case
  when octet_length(sealed) <= 33 + 8 then right(last4, greatest(1, (octet_length(sealed) - 33) / 3))
  else last4
end;

create or replace view reports.transfer_row with (security_invoker = true) as
select transfer.merchant_id, transfer.transfer_id, transfer.reference_id, transfer.transfer_key, payee.bene_id,
  payee.name as bene_name, payee.phone as bene_phone,
  beneficiaries.shown_end(payee.account_last4, payee.sealed_account) as account_last4,
  payee.ifsc, payee.vpa, payee.card_last4,
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
