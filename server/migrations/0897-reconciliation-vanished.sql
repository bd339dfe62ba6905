-- A line that the statement of its whole day lacks was no movement of the account: it stands for nothing, so that the
-- line which the bank states in its place can.
alter table reconciliation.line
  drop constraint line_state_is_known,
  add constraint line_state_is_known check (state in ('new', 'matched', 'paired', 'suspense', 'vanished')),
  add constraint line_vanished_has_a_moment check (state <> 'vanished' or vanished_at is not null);

-- A later day may state it after all; then it is of that day.
grant update (day) on reconciliation.line to vitaran_app;

create index line_vanished on reconciliation.line (merchant_id, bank_id) where state = 'vanished';
