-- What protects money is tightened by one member at once and loosened by two. Each step that a member takes alone is
-- kept for a week with the state before it: an Owner gives that state back at once, so that no member locks others out.
create table approvals.tightened (
  merchant_id uuid not null,
  tightened_id uuid not null,
  -- What was tightened, such as a risk rule: `rule:` and its id.
  subject text not null,
  at timestamptz not null,
  member_id uuid not null,
  -- The states as the module that keeps the subject writes them.
  before jsonb not null,
  after jsonb not null,
  constraint tightened_once primary key (merchant_id, tightened_id)
);
create index tightened_by_subject on approvals.tightened (merchant_id, subject, at);
select lib.protect('approvals.tightened');
grant delete on approvals.tightened to vitaran_app;
