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
  constraint statement_once_per_day_and_kind primary key (merchant_id, bank_id, day, kind),
  constraint statement_kind_is_known check (kind in ('intraday', 'end_of_day')),
  constraint statement_state_is_known check (state in ('imported', 'refused')),
  constraint statement_refused_says_why check ((state = 'refused') = (because is not null))
);
select lib.protect('reconciliation.statement');

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
  -- suspense: booked, and not explained.
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
  constraint line_once primary key (merchant_id, line_id),
  constraint line_stored_once unique (merchant_id, bank_id, line_key),
  constraint line_side_is_known check (side in ('debit', 'credit')),
  constraint line_amount_is_positive check (amount_paise > 0),
  constraint line_kind_is_known check (kind in ('payment', 'reversal', 'return', 'charge', 'credit', 'other')),
  constraint line_state_is_known check (state in ('new', 'matched', 'paired', 'suspense')),
  constraint line_rule_is_known check (rule in ('reference', 'utr', 'likeness', 'arrival', 'by_hand')),
  constraint line_tied_to_an_attempt check (num_nulls(transfer_id, attempt) in (0, 2)),
  constraint line_tied_to_one_thing check (transfer_id is null or top_up_id is null),
  constraint line_tied_by_a_rule check ((num_nonnulls(transfer_id, top_up_id) = 0) = (rule is null)),
  constraint line_matched_to_something check (
    state not in ('matched', 'paired') or num_nonnulls(transfer_id, top_up_id) = 1
  ),
  constraint line_settled_has_a_moment check ((state in ('matched', 'paired')) = (settled_at is not null)),
  constraint line_held_in_suspense check (held_until is null or state = 'suspense'),
  constraint line_shows_four_characters_at_most check (length(counterparty_last4) <= 4)
);
select lib.protect('reconciliation.line');

-- What the bank said never changes; only what it was found to be.
revoke update on reconciliation.line from vitaran_app;
grant update (
  state, rule, evidence, transfer_id, attempt, top_up_id, awaits_day, held_until, suspended, settled_at, vanished_at
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
