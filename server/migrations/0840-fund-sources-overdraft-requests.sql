-- Requests for an overdraft limit, and the operator's decisions.
create table fund_sources.overdraft_request (
  merchant_id uuid not null,
  request_id uuid not null,
  fund_source_id text not null,
  limit_paise bigint not null,
  because text not null,
  status text not null,
  requested_at timestamptz not null,
  requested_by text not null,
  answer text,
  decided_at timestamptz,
  decided_by text,
  constraint overdraft_request_once primary key (merchant_id, request_id),
  constraint asked_for_a_fund_source foreign key (merchant_id, fund_source_id)
    references fund_sources.fund_source (merchant_id, fund_source_id),
  constraint limit_is_not_negative check (limit_paise >= 0),
  constraint status_is_known check (status in ('requested', 'granted', 'declined')),
  constraint decided_by_someone check (
    (status = 'requested') = (decided_at is null) and (decided_at is null) = (decided_by is null)
  ),
  constraint declined_for_a_reason check (status <> 'declined' or answer is not null)
);
create unique index one_open_overdraft_request_per_fund_source
on fund_sources.overdraft_request (merchant_id, fund_source_id)
where status = 'requested';

select lib.protect('fund_sources.overdraft_request');

-- What was asked for never changes, only what became of it.
revoke update on fund_sources.overdraft_request from vitaran_app;
grant update (status, answer, decided_at, decided_by) on fund_sources.overdraft_request to vitaran_app;
