-- Reconciliation: what banks' account statements say, line by line, and what each line is.
create schema reconciliation;
grant usage on schema reconciliation to vitaran_app;

-- When each bank is next asked, and up to which day its statements are here.
create table reconciliation.schedule (
  merchant_id uuid not null,
  bank_id text not null,
  -- The first day (IST) of which a statement is wanted, and the first of which none is here.
  first_day date not null,
  next_day date not null,
  due_at timestamptz not null,
  -- When it was last asked for what there is of the day under way.
  intraday_at timestamptz,
  -- How often in a row it gave nothing that could be read; what it was, and since when.
  failures smallint not null default 0,
  problem text,
  failing_since timestamptz,
  constraint schedule_once_per_bank primary key (merchant_id, bank_id),
  constraint schedule_goes_forward check (next_day >= first_day),
  constraint schedule_problem_has_a_start check ((problem is null) = (failing_since is null))
);
select lib.protect('reconciliation.schedule');

-- The newest statement of each day and kind.
create table reconciliation.statement (
  merchant_id uuid not null,
  bank_id text not null,
  day date not null,
  kind text not null,
  bank_statement_id text not null,
  sequence_no bigint,
  opening_paise bigint not null,
  closing_paise bigint not null,
  line_count integer not null,
  -- It is of all of the day: an end-of-day statement, or one of a day under way that was asked for when it was over.
  whole boolean not null,
  -- What lines of it made that a statement of another day had brought.
  repeated_paise bigint not null default 0,
  state text not null,
  -- Why it was refused.
  because text,
  arrived_at timestamptz not null,
  -- A statement whose opening balance is not the closing balance before it may be of another account, or have its lines
  -- in the wrong order: its credits, and those of later days, wait until the gap is filled or a person has accepted it.
  unproved boolean not null default false,
  constraint statement_once_per_day_and_kind primary key (merchant_id, bank_id, day, kind),
  constraint statement_kind_is_known check (kind in ('intraday', 'end_of_day')),
  constraint statement_state_is_known check (state in ('imported', 'refused')),
  constraint statement_refused_says_why check ((state = 'refused') = (because is not null))
);
select lib.protect('reconciliation.statement');
create index statement_unproved on reconciliation.statement (merchant_id, bank_id, day) where unproved;

-- One movement of a bank account, stored once however many statements carry it.
create table reconciliation.line (
  merchant_id uuid not null,
  line_id uuid not null,
  bank_id text not null,
  bank_no smallint not null,
  -- The bank's own id of it, or its content and which of the day's equal lines it is.
  line_key text not null,
  -- The day of the statement that brought it.
  day date not null,
  booked_at timestamptz not null,
  arrived_at timestamptz not null,
  side text not null,
  amount_paise bigint not null,
  kind text not null,
  reference text,
  utr text,
  narration text not null,
  code text not null,
  reason text,
  counterparty_name text,
  counterparty_last4 text,
  counterparty_ifsc text,
  sealed_counterparty bytea,
  -- new: nobody has looked; matched: its entry stands under a transfer or top-up; paired: a debit and its reversal;
  -- suspense: booked, and not explained; vanished: the statement of its whole day lacks it, so it was no movement of
  -- the account and stands for nothing, so that the line which the bank states in its place can.
  state text not null default 'new',
  -- By which rule it was tied to what it is, and what was equal.
  rule text,
  evidence jsonb,
  transfer_id uuid,
  attempt smallint,
  top_up_id uuid,
  -- It may be one of several payments: that can be said once the statement of the whole day is here.
  awaits_day boolean not null default false,
  -- A debit of a refused attempt waits so long for its reversal.
  held_until timestamptz,
  -- How often it went into suspense: the number of its entry.
  suspended smallint not null default 0,
  settled_at timestamptz,
  -- A later statement of the same day no longer has it.
  vanished_at timestamptz,
  -- Banks write whom they paid into their words. Those stand sealed; the words that may begin a reference of ours stand
  -- beside them.
  reference_words text[],
  -- The bank's own number of the line, which is no unique key: what takes an entry back may have nothing but its
  -- number.
  bank_line_id text,
  constraint line_once primary key (merchant_id, line_id),
  constraint line_stored_once unique (merchant_id, bank_id, line_key),
  constraint line_side_is_known check (side in ('debit', 'credit')),
  constraint line_amount_is_positive check (amount_paise > 0),
  -- batch: several payments that a bank booked as one sum without telling them apart.
  constraint line_kind_is_known check (
    kind in ('payment', 'reversal', 'return', 'charge', 'credit', 'batch', 'other')
  ),
  constraint line_state_is_known check (state in ('new', 'matched', 'paired', 'suspense', 'vanished')),
  constraint line_rule_is_known check (rule in ('reference', 'utr', 'likeness', 'arrival', 'by_hand')),
  constraint line_tied_to_an_attempt check (num_nulls(transfer_id, attempt) in (0, 2)),
  constraint line_tied_to_one_thing check (transfer_id is null or top_up_id is null),
  constraint line_tied_by_a_rule check ((num_nonnulls(transfer_id, top_up_id) = 0) = (rule is null)),
  -- A debit and what came back under its number are paired, also where no payment is known that they could be of.
  constraint line_matched_to_something check (
    state <> 'matched' or num_nonnulls(transfer_id, top_up_id) = 1
  ),
  constraint line_settled_has_a_moment check ((state in ('matched', 'paired')) = (settled_at is not null)),
  constraint line_held_in_suspense check (held_until is null or state = 'suspense'),
  constraint line_shows_four_characters_at_most check (length(counterparty_last4) <= 4),
  constraint line_vanished_has_a_moment check (state <> 'vanished' or vanished_at is not null)
);
-- What the bank said never changes; only what it was found to be.
-- A later day may state it after all; then it is of that day.
-- Of a line without an id of the bank it is a hash of what it says, which is keyed from then on.
select lib.protect_append_only('reconciliation.line');
grant update (
  state, rule, evidence, transfer_id, attempt, top_up_id, awaits_day, held_until, suspended,
  settled_at, vanished_at, day, narration, reference_words, line_key
) on reconciliation.line to vitaran_app;
create index line_new on reconciliation.line (merchant_id, bank_id, day, line_id)
where state = 'new' and not awaits_day;
create index line_held on reconciliation.line (merchant_id, held_until) where held_until is not null;
create index line_of_day on reconciliation.line (merchant_id, bank_id, day);
create index line_in_suspense on reconciliation.line (merchant_id, line_id) where state = 'suspense';
create index line_of_transfer on reconciliation.line (merchant_id, transfer_id, attempt)
where transfer_id is not null;
create index line_settled on reconciliation.line (merchant_id, settled_at) where settled_at is not null;

-- A payment left once and came back once, whatever the statements repeat.
create unique index one_line_per_move_of_an_attempt on reconciliation.line (merchant_id, transfer_id, attempt, side)
where state = 'matched' and transfer_id is not null;
create unique index one_line_per_top_up on reconciliation.line (merchant_id, top_up_id)
where state = 'matched' and top_up_id is not null;

-- What came back carries the number of what went, and perhaps nothing else.
create index line_of_utr on reconciliation.line (merchant_id, bank_id, utr) where utr is not null;
create index line_vanished on reconciliation.line (merchant_id, bank_id) where state = 'vanished';

-- The share that is reconciled in time is of the lines of the last days: they are found by when they arrived.
create index line_by_arrival on reconciliation.line (merchant_id, arrived_at);

-- Lines that wait for the whole day are looked at again when a payment with their UTR becomes known.
create index line_awaits_day on reconciliation.line (merchant_id, utr) where state = 'new' and awaits_day;
create index line_of_bank_line_id on reconciliation.line (merchant_id, bank_id, bank_line_id)
  where bank_line_id is not null;

-- Breaks: what statements, banks and our books do not agree about, until a person or a later line explains it. An entry
-- of a statement that cannot be taken is one break, and the rest of the statement is taken. Banks send statements of
-- other accounts beside ours, some in other currencies: they are left out, and each account is one break. So is a file
-- of a bank that is no message of its kind.
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
      'statement_unreadable', 'entry_left_out', 'other_account', 'opening_differs', 'missing_day', 'line_vanished',
      'evidence_withdrawn', 'contradiction', 'stray_news', 'file_refused'
    )
  ),
  constraint break_detail_is_short check (length(detail) <= 1000),
  constraint break_note_is_short check (length(note) <= 500),
  constraint break_resolution_is_known check (
    resolution in ('matched', 'explained', 'bank_corrected', 'written_off', 'not_ours', 'went_away')
  ),
  constraint break_closed_has_a_resolution check ((closed_at is null) = (resolution is null))
);
-- What it is about never changes; only who looks after it and how it ended.
select lib.protect_append_only('reconciliation.break');
grant update (
  owner_id, detail, opened_at, closed_at, resolution, note, steps
) on reconciliation.break to vitaran_app;
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

-- Which database this one was when it was last at work, so that a restored one is noticed: its identity differs from
-- what its own rows remember.
create table reconciliation.database_seen (
  the_only_one boolean primary key default true,
  -- Cluster, timeline and number of the database.
  identity text not null,
  seen_at timestamptz not null,
  constraint one_database_is_remembered check (the_only_one)
);
select lib.open_directory('reconciliation.database_seen');

-- Many lines of a merchant who had none are matched at once, before PostgreSQL has counted the tables by itself. With
-- statistics of small tables it reads all rows of the merchant for each line. They are refreshed after such an import.
create function reconciliation.refresh_statistics() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  analyze reconciliation.line, transfers.transfer, transfers.attempt, transfers.fact;
end $$;
