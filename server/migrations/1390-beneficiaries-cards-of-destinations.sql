-- A listed card has no token of its own. It is known by its holder's phone number, its network and its last digits.
create or replace view beneficiaries.destination with (security_invoker = true) as
select merchant_id, beneficiary_id, account_index, account_last4, sealed_account, ifsc, vpa, vpa_handle, vpa_index,
  phone, phone_index, card_index, added_at, card_last4, card_network
from beneficiaries.beneficiary;
