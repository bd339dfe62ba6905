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
  -- A report that keys limited to some fund sources ask for has rows from these alone, and such keys find no report
  -- about others. Null: it is about all fund sources, or an account statement of the one that it names.
  fund_source_ids text[],
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
select lib.protect('reports.report');
create index report_to_make on reports.report (merchant_id, report_id) where status in ('requested', 'running');
create index report_to_expire on reports.report (merchant_id, expires_at) where status = 'ready';

-- The file, sealed chunk by chunk.
create table reports.chunk (
  merchant_id uuid not null,
  report_id uuid not null,
  -- In the order of the file: 1, 2, 3 ...
  chunk integer not null,
  -- Only of a file that was made before files were sealed.
  bytes bytea,
  sealed_bytes bytea,
  constraint chunk_once primary key (merchant_id, report_id, chunk),
  constraint chunk_of_a_report foreign key (merchant_id, report_id) references reports.report (merchant_id, report_id),
  constraint chunk_has_bytes check (num_nonnulls(bytes, sealed_bytes) = 1)
);
-- Files are made anew after a crash, and removed after a week.
select lib.protect_append_only('reports.chunk');
grant update (bytes, sealed_bytes) on reports.chunk to vitaran_app;
grant delete on reports.chunk to vitaran_app;

-- What reports list. The views read as whoever asks, so that row level security holds. A payment to a phone number is
-- reported as one.
create view reports.transfer_row with (security_invoker = true) as
select transfer.merchant_id, transfer.transfer_id, transfer.reference_id, transfer.transfer_key, payee.bene_id,
  payee.name as bene_name, payee.phone as bene_phone, payee.account_last4, payee.ifsc, payee.vpa, payee.card_last4,
  transfer.amount_paise, transfer.fee_paise, transfer.tax_paise,
  case when transfer.origin_kind = 'phone' then 'phone' else transfer.mode end as mode, transfer.rail, transfer.status,
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

-- One thing that changed what is available in a fund source, or went past it unchanged (money that did not count, and
-- its way back). One cause may take and later get back in the same phase, so both are told apart.
-- Statements of the co-lending ledgers name each loan, and the transfer that paid it.
-- Charges in a statement are what an entry moved beside the amount: what was held, what came back, what was released.
create view reports.statement_entry with (security_invoker = true) as
select entry.merchant_id, entry.account_no, entry.at, entry.cause_id, entry.phase, entry.is_credit, entry.kind,
  entry.change_paise, entry.noted_paise,
  case
    when transfer.transfer_id is null then null
    when entry.kind = 'post' then abs(entry.change_paise)
    else abs(entry.change_paise) - transfer.amount_paise
  end as charges_paise,
  coalesce(transfer.transfer_key, internal_transfer.transfer_key, withdrawal.withdrawal_key, loan.loan_key) as key,
  coalesce(transfer.reference_id, internal_transfer.reference_id, disbursal.reference_id) as reference_id,
  coalesce(transfer.utr, case entry.kind when 'refund' then refund.utr else top_up.utr end, withdrawal.utr,
    disbursal.utr) as utr,
  coalesce(transfer.remarks, internal_transfer.remarks, withdrawal.remarks, disbursal.remarks) as remarks
from (
  select posting.merchant_id, side.account_no, posting.at, posting.cause_id, posting.phase, side.is_credit,
    posting.kind,
    sum(case when side.is_credit then posting.amount_paise else -posting.amount_paise end)::bigint as change_paise,
    0::bigint as noted_paise
  from ledger.posting
  cross join lateral (values (posting.debit_no, false), (posting.credit_no, true)) as side (account_no, is_credit)
  group by posting.merchant_id, side.account_no, posting.at, posting.cause_id, posting.phase, side.is_credit,
    posting.kind
  union all
  select top_up.merchant_id, source.ledger_account_no, top_up.arrived_at, top_up.top_up_id, 0::smallint, false,
    'unregistered_credit', 0, top_up.amount_paise
  from fund_sources.top_up
  join fund_sources.fund_source as source
    on source.merchant_id = top_up.merchant_id
   and source.fund_source_id = top_up.fund_source_id
  where top_up.suspended
  union all
  select refund.merchant_id, source.ledger_account_no, refund.finished_at, refund.top_up_id, 1::smallint, false,
    'refund', 0, refund.amount_paise
  from withdrawals.refund
  join fund_sources.top_up
    on top_up.merchant_id = refund.merchant_id
   and top_up.top_up_id = refund.top_up_id
  join fund_sources.fund_source as source
    on source.merchant_id = top_up.merchant_id
   and source.fund_source_id = top_up.fund_source_id
  where refund.status = 'paid'
) as entry
left join transfers.transfer
  on transfer.merchant_id = entry.merchant_id and transfer.transfer_id = entry.cause_id
left join fund_sources.top_up
  on top_up.merchant_id = entry.merchant_id and top_up.top_up_id = entry.cause_id
left join withdrawals.refund
  on refund.merchant_id = entry.merchant_id and refund.top_up_id = entry.cause_id
left join fund_sources.internal_transfer
  on internal_transfer.merchant_id = entry.merchant_id and internal_transfer.internal_transfer_id = entry.cause_id
left join withdrawals.withdrawal
  on withdrawal.merchant_id = entry.merchant_id and withdrawal.withdrawal_id = entry.cause_id
left join lending.loan
  on loan.merchant_id = entry.merchant_id and loan.loan_id = entry.cause_id
left join transfers.transfer as disbursal
  on disbursal.merchant_id = loan.merchant_id and disbursal.transfer_key = loan.loan_key;
grant select on reports.statement_entry to vitaran_app;
