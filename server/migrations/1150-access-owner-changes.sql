-- What an Owner takes from another Owner in live waits for a day: both learn of it at once, and it can be stopped.
-- Otherwise one of two Owners could lock the other out at once.
create table access.owner_change (
  -- One change waits for a member; a new one takes its place.
  member_id uuid primary key references access.member (member_id),
  organization_id uuid not null references access.organization (organization_id),
  asked_by uuid not null references access.member (member_id),
  -- What the member may do afterwards; null: it is disabled.
  grants jsonb,
  due_at timestamptz not null,
  constraint owner_change_is_about_another check (asked_by <> member_id)
);
create index owner_change_due on access.owner_change (due_at);
select lib.open_directory('access.owner_change');
-- It ends when it is carried out, stopped, or has lapsed; the audit log keeps what became of it.
grant delete on access.owner_change to vitaran_app;
