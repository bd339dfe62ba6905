-- Payments to one account are compared however its number and branch are written: payees whose number ends alike, or
-- whose UPI ID names an account, are found and opened. Those with an equal UPI ID, phone or card are found too.
create index payee_by_account_end on beneficiaries.beneficiary (merchant_id, account_last4)
  where account_last4 is not null;
create index payee_by_account_vpa on beneficiaries.beneficiary (merchant_id, vpa_handle)
  where vpa_handle like '%.ifsc.npci';
create index payee_by_vpa on beneficiaries.beneficiary (merchant_id, vpa_index) where vpa_index is not null;
create index payee_by_phone on beneficiaries.beneficiary (merchant_id, phone_index) where phone_index is not null;
create index payee_by_card on beneficiaries.beneficiary (merchant_id, card_index) where card_index is not null;

-- Where a payee is paid, listed or not, removed ones included.
create view beneficiaries.destination with (security_invoker = true) as
select merchant_id, beneficiary_id, account_index, account_last4, sealed_account, ifsc, vpa, vpa_handle, vpa_index,
  phone, phone_index, card_index, added_at
from beneficiaries.beneficiary;

grant select on beneficiaries.destination to vitaran_app;
