-- A lost second factor is taken away a day after two members have agreed to it: the member and the Owners learn of it
-- at once and can stop it.
alter table access.factor_reset
  add column agreed_by uuid references access.member (member_id),
  add column due_at timestamptz,
  add constraint reset_is_agreed_to_by_another check (agreed_by <> asked_by and agreed_by <> member_id),
  add constraint agreed_reset_is_due check ((agreed_by is null) = (due_at is null));
create index factor_reset_due on access.factor_reset (due_at) where outcome is null and due_at is not null;

-- The link by which a member stops it.
alter table access.ticket
  drop constraint ticket_purpose_is_known,
  add constraint ticket_purpose_is_known check (
    purpose in (
      'prove_email', 'reset_password', 'invitation', 'second_factor', 'passkey_log_in', 'passkey_set_up', 'keep_factors'
    )
  );
