-- VPA, phone, e-mail and postal address stand sealed in their columns; equal ones are found by keyed indexes. Rows from
-- before have them in clear and no index, until a worker has sealed them.
alter table beneficiaries.beneficiary
  add column vpa_index bytea,
  add column phone_index bytea,
  add column email_index bytea,
  -- The bank app behind a VPA: the part after the @, in small letters.
  add column vpa_handle text,
  add column phone_last4 text,
  add constraint contact_indexes_are_hashes check (
    octet_length(vpa_index) = 32 and octet_length(phone_index) = 32 and octet_length(email_index) = 32
  );
grant update (
  vpa, phone, email, address1, address2, city, state, pincode, vpa_index, phone_index, email_index, vpa_handle,
  phone_last4
) on beneficiaries.beneficiary to vitaran_app;

drop index beneficiaries.payee_search;
create index payee_search on beneficiaries.beneficiary (merchant_id, beneficiary_id)
include (name, bene_id, account_last4, card_last4, vpa_index, phone_index, email_index);

-- Rows from before that are not sealed yet: soon none.
create index payee_not_sealed on beneficiaries.beneficiary (merchant_id, beneficiary_id)
where num_nulls(vpa_index, phone_index, email_index) = 3 and num_nonnulls(vpa, phone, email) > 0;

-- What a payee's VPA ends with, for rows of either time.
create function beneficiaries.handle_of(vpa_handle text, vpa text) returns text
language sql immutable parallel safe
return coalesce(vpa_handle, lower(split_part(vpa, '@', 2)));

alter table beneficiaries.verification
  add column vpa_index bytea,
  add constraint vpa_index_is_a_hash check (octet_length(vpa_index) = 32);
grant update (vpa, phone, vpa_index) on beneficiaries.verification to vitaran_app;

drop index beneficiaries.verification_of_vpa;
create index verification_of_vpa on beneficiaries.verification (merchant_id, vpa_index, verification_no)
where status in ('found', 'not_found') and vpa_index is not null;
