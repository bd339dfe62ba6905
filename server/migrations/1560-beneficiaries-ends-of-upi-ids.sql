-- The bank and the last four characters of the account that a UPI ID names, such as "HDFC 0001", so that payments to
-- one account are compared only with UPI IDs that end alike at the same bank. It is empty if the UPI ID names no
-- account, and null if there is no UPI ID or the row is from before. Row security lets an index find a column, not a
-- part of it.
alter table beneficiaries.beneficiary add column vpa_account_end text
  constraint vpa_account_shows_four_characters_at_most check (length(vpa_account_end) <= 9);
grant update (vpa_account_end) on beneficiaries.beneficiary to vitaran_app;

create index payee_by_vpa_account_end on beneficiaries.beneficiary (merchant_id, vpa_account_end)
where vpa_account_end <> '';
create index payee_by_earlier_account_vpa on beneficiaries.beneficiary (merchant_id)
where vpa_account_end is null and vpa_handle like '%.ifsc.npci';

create or replace view beneficiaries.destination with (security_invoker = true) as
select merchant_id, beneficiary_id, account_index, account_last4, sealed_account, ifsc, vpa, vpa_handle, vpa_index,
  phone, phone_index, card_index, added_at, card_last4, card_network, vpa_account_end
from beneficiaries.beneficiary;
