-- Policies for amounts count the last 24 hours: what was ordered for a payee and by a maker, so that parts add up.
create table approvals.counted (
  merchant_id uuid not null,
  -- payee:<index of what is paid>, or maker:<actor>.
  subject text not null,
  at timestamptz not null,
  transfer_id uuid not null,
  paise bigint not null,
  -- How many had to approve it.
  approvers smallint not null,
  constraint counted_once primary key (merchant_id, subject, at, transfer_id),
  constraint counted_amounts_make_sense check (paise > 0 and approvers >= 0)
);
select lib.protect_append_only('approvals.counted');

-- What was ordered before it, as the policies saw it.
alter table approvals.request add column sums jsonb;
grant update (sums) on approvals.request to vitaran_app;
