-- Breaks: what statements, banks and our books do not agree about, until a person or a later line explains it.
create table reconciliation.break (
  merchant_id uuid not null,
  break_id uuid not null,
  kind text not null,
  -- Names what it is about, so that the same thing is one break however often it is found.
  source_key text not null,
  bank_id text,
  day date,
  line_id uuid,
  transfer_id uuid,
  amount_paise bigint,
  detail text not null,
  owner_id uuid,
  opened_at timestamptz not null,
  closed_at timestamptz,
  resolution text,
  note text,
  steps smallint not null,
  constraint break_once primary key (merchant_id, break_id),
  constraint break_of_one_thing unique (merchant_id, source_key),
  constraint break_kind_is_known check (
    kind in (
      'unknown_debit', 'unknown_credit', 'amount_differs', 'double_debit', 'ambiguous', 'bank_charge',
      'awaits_reversal', 'return_without_payment', 'top_up_contradiction', 'statement_wrong', 'statement_changed',
      'statement_unreadable', 'opening_differs', 'missing_day', 'line_vanished', 'evidence_withdrawn',
      'contradiction', 'stray_news'
    )
  ),
  constraint break_detail_is_short check (length(detail) <= 1000),
  constraint break_note_is_short check (length(note) <= 500),
  constraint break_resolution_is_known check (
    resolution in ('matched', 'explained', 'bank_corrected', 'written_off', 'not_ours', 'went_away')
  ),
  constraint break_closed_has_a_resolution check ((closed_at is null) = (resolution is null))
);
select lib.protect('reconciliation.break');

-- What it is about never changes; only who looks after it and how it ended.
revoke update on reconciliation.break from vitaran_app;
grant update (owner_id, detail, opened_at, closed_at, resolution, note, steps) on reconciliation.break to vitaran_app;

create index break_open on reconciliation.break (merchant_id, opened_at, break_id) where closed_at is null;
create index break_by_time on reconciliation.break (merchant_id, opened_at desc, break_id desc);
create index break_of_line on reconciliation.break (merchant_id, line_id) where line_id is not null;

create table reconciliation.break_step (
  merchant_id uuid not null,
  break_id uuid not null,
  step smallint not null,
  action text not null,
  note text not null,
  by text not null,
  at timestamptz not null,
  constraint break_step_taken_once primary key (merchant_id, break_id, step),
  constraint break_step_of_a_break foreign key (merchant_id, break_id) references reconciliation.break,
  constraint break_step_is_known check (
    action in ('opened', 'assigned', 'matched', 'resolved', 'undone', 'opened_again')
  )
);
select lib.protect_append_only('reconciliation.break_step');

-- How much an unknown debit may be before its bank account is stopped.
create table reconciliation.setting (
  merchant_id uuid primary key,
  stop_above_paise bigint not null,
  constraint stop_limit_is_not_negative check (stop_above_paise >= 0)
);
select lib.protect('reconciliation.setting');
