-- An organization whose members log in with its OpenID provider only, and the one Owner who may still use a password
-- and a second factor, so that an outage of the provider keeps no one from the money.
alter table access.organization
  add column passwords_closed boolean not null default false,
  add column emergency_member_id uuid,
  add constraint closed_passwords_leave_one_owner check (not passwords_closed or emergency_member_id is not null);

-- A log-in that goes on at a provider, and a fresh proof by one, have tickets too.
alter table access.ticket
  drop constraint ticket_is_of_a_member,
  add constraint ticket_is_of_a_member
    check (member_id is not null or purpose in ('passkey_log_in', 'provider_log_in')),
  drop constraint ticket_purpose_is_known,
  add constraint ticket_purpose_is_known check (purpose in (
    'prove_email', 'reset_password', 'invitation', 'second_factor', 'passkey_log_in', 'passkey_set_up', 'keep_factors',
    'provider_log_in', 'provider_proof'
  ));
