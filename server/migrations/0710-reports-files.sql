-- Reports that a merchant asks for: what is wanted, how far it is, and the file, kept for a week.
create schema reports;
grant usage on schema reports to vitaran_app;

create table reports.report (
  merchant_id uuid not null,
  report_id uuid not null,
  name text not null,
  type text not null,
  format text not null,
  columns text[] not null,
  -- Days in India, both included.
  from_day date not null,
  to_day date not null,
  -- Of an account statement.
  fund_source_id text,
  status text not null default 'requested',
  reason text,
  requested_by text not null,
  requested_at timestamptz not null,
  -- What was written before that moment is in it.
  as_of timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  -- Each making has a number; only the last one may write.
  tries smallint not null default 0,
  -- Until then its maker is at work, or it rests after a failure; by the database's clock.
  leased_until timestamptz,
  -- Of a report that is being made: so far.
  row_count integer not null default 0,
  size_bytes bigint not null default 0,
  sha256 bytea,
  -- Of an account statement, in paise.
  opening_paise bigint,
  closing_paise bigint,
  constraint report_once primary key (merchant_id, report_id),
  constraint report_has_a_name check (length(name) between 1 and 100),
  constraint type_is_known check (
    type in ('transfer', 'pending_transfer', 'flowgram', 'account_statement', 'reversed_transfers')
  ),
  constraint format_is_known check (format in ('csv', 'xlsx', 'xls')),
  constraint some_columns_are_wanted check (cardinality(columns) > 0),
  constraint range_of_at_most_thirty_days check (to_day >= from_day and to_day - from_day < 30),
  constraint only_statements_have_a_fund_source check ((type = 'account_statement') = (fund_source_id is not null)),
  constraint status_is_known check (status in ('requested', 'running', 'ready', 'failed', 'expired')),
  constraint failed_for_a_reason check ((status = 'failed') = (reason is not null)),
  constraint finished_has_a_moment check ((status in ('requested', 'running')) = (finished_at is null)),
  constraint ready_is_whole check (
    status not in ('ready', 'expired') or num_nulls(as_of, expires_at, sha256) = 0
  )
);

create index report_to_make on reports.report (merchant_id, report_id) where status in ('requested', 'running');
create index report_to_expire on reports.report (merchant_id, expires_at) where status = 'ready';

create table reports.chunk (
  merchant_id uuid not null,
  report_id uuid not null,
  -- In the order of the file: 1, 2, 3 ...
  chunk integer not null,
  bytes bytea not null,
  constraint chunk_once primary key (merchant_id, report_id, chunk),
  constraint chunk_of_a_report foreign key (merchant_id, report_id) references reports.report (merchant_id, report_id)
);

select lib.protect('reports.report');
select lib.protect('reports.chunk');
-- Files are made anew after a crash, and removed after a week.
revoke update on reports.chunk from vitaran_app;
grant delete on reports.chunk to vitaran_app;

-- What reports list. The views read as whoever asks, so that row level security holds.

create view reports.transfer_row with (security_invoker = true) as
select transfer.merchant_id, transfer.transfer_id, transfer.reference_id, transfer.transfer_key, payee.bene_id,
  payee.name as bene_name, payee.phone as bene_phone, payee.account_last4, payee.ifsc, payee.vpa, payee.card_last4,
  transfer.amount_paise, transfer.fee_paise, transfer.tax_paise, transfer.mode, transfer.rail, transfer.status,
  transfer.waiting_for, transfer.acknowledged, transfer.utr, transfer.reason, transfer.remarks,
  transfer.fund_source_id, transfer.bank_id, transfer.accepted_at, transfer.sent_at, transfer.finished_at
from transfers.transfer
left join beneficiaries.beneficiary as payee
  on payee.merchant_id = transfer.merchant_id
 and payee.beneficiary_id = transfer.beneficiary_id
-- What leaves the transit source are withdrawals and refunds: they are told in the statement, not as transfers.
where transfer.source_no <> 3000;
grant select on reports.transfer_row to vitaran_app;

create view reports.reversal_row with (security_invoker = true) as
select event.at as reversed_at, returned.utr as return_utr, row.*
from webhooks.notable_event as event
join reports.transfer_row as row
  on row.merchant_id = event.merchant_id
 and row.transfer_id = event.subject_id
left join lateral (
  select fact.utr
  from transfers.fact
  where fact.merchant_id = event.merchant_id
    and fact.transfer_id = event.subject_id
    and fact.evidence = 'RET'
  order by fact.at
  limit 1
) as returned on true
where event.type = 'TRANSFER_REVERSED';
grant select on reports.reversal_row to vitaran_app;

create view reports.flowgram_row with (security_invoker = true) as
select merchant_id, reference_id, link_key, amount_paise, name, phone, email, remarks, status, reason,
  paid_reference_id, utr, created_at, expires_at, ended_at
from links.link;
grant select on reports.flowgram_row to vitaran_app;
