-- Transfers and everything that happens to them: attempts at banks, what the banks said, the steps taken.
create schema transfers;
grant usage on schema transfers to vitaran_app;

-- A number for each transfer of a merchant, digits only, for the outside; and what each acceptance must know.
create table transfers.counter (
  merchant_id uuid not null primary key,
  last_reference_id bigint not null,
  -- How long transfers wait for money; null: they do not wait, they are rejected.
  queue_seconds integer,
  constraint queuing_time_is_an_hour_to_ten_days check (queue_seconds between 3600 and 864000)
);

create table transfers.transfer (
  merchant_id uuid not null,
  transfer_id uuid not null,
  reference_id bigint not null,
  -- The merchant's own id; with the merchant's id it names the transfer for ever.
  transfer_key text not null,
  content_hash bytea not null,
  source_no smallint not null,
  fund_source_id text not null,
  beneficiary_id uuid not null,
  amount_paise bigint not null,
  fee_paise bigint not null,
  tax_paise bigint not null,
  mode text not null,
  rail text not null,
  remarks text not null,
  status text not null,
  waiting_for text,
  acknowledged boolean not null default false,
  -- The scheme counts it as settled though the beneficiary's bank has not confirmed.
  deemed boolean not null default false,
  utr text,
  reason text,
  bank_id text,
  bank_no smallint,
  attempt smallint not null default 0,
  enquiries smallint not null default 0,
  steps smallint not null,
  events smallint not null default 0,
  -- When the next piece of work is due, by the merchant's clock; null: none is.
  due_at timestamptz,
  accepted_at timestamptz not null,
  sent_at timestamptz,
  finished_at timestamptz,
  -- What made it (a batch, a payout link ...) and its id there; null: a plain API call.
  origin_kind text,
  origin_id uuid,
  -- Among those that wait for money the higher goes first.
  priority smallint not null default 0,
  -- Not to be sent before.
  process_on timestamptz,
  constraint transfer_id_once primary key (merchant_id, transfer_id),
  constraint transfer_key_once unique (merchant_id, transfer_key),
  constraint reference_id_once unique (merchant_id, reference_id),
  constraint amounts_make_sense check (amount_paise > 0 and fee_paise >= 0 and tax_paise >= 0),
  constraint only_waiting_has_a_reason_to_wait check ((status = 'waiting') = (waiting_for is not null)),
  constraint reason_to_wait_is_known check (waiting_for in ('schedule', 'funds', 'window', 'downtime')),
  constraint an_origin_has_kind_and_id check ((origin_kind is null) = (origin_id is null)),
  constraint sent_means_a_bank_and_an_attempt check (
    status not in ('sent', 'review', 'succeeded', 'reversed') or (bank_no is not null and attempt > 0)
  ),
  constraint status_is_known check (
    status in (
      'awaiting_approval', 'waiting', 'ready', 'sent', 'review', 'succeeded', 'failed', 'rejected', 'reversed',
      'cancelled'
    )
  )
) with (fillfactor = 50);

create index transfer_due on transfers.transfer (merchant_id, due_at) where due_at is not null;
-- Who waits for the money of a fund source, in the order of their turn.
create index transfer_queue on transfers.transfer (merchant_id, source_no, priority desc, reference_id)
  where waiting_for = 'funds';
create index transfer_of_origin on transfers.transfer (merchant_id, origin_id) where origin_id is not null;

-- Up to which number a merchant's transfers were looked through for those that were sent as they were accepted and
-- have no outcome. Until then such a one has no due time: giving it one, and taking it away a moment later, would write
-- it into every index once more.
create table transfers.watched (
  merchant_id uuid not null primary key,
  reference_id bigint not null
);

-- One instruction of a transfer to one bank, written and committed before a byte leaves.
create table transfers.attempt (
  merchant_id uuid not null,
  transfer_id uuid not null,
  attempt smallint not null,
  bank_id text not null,
  bank_no smallint not null,
  rail text not null,
  reference text not null,
  decision_id uuid not null,
  -- After this moment nobody may send the instruction any more.
  send_by timestamptz not null,
  -- True until it is proved that this attempt paid nothing and never will.
  live boolean not null default true,
  evidence text,
  at timestamptz not null,
  constraint attempt_once primary key (merchant_id, transfer_id, attempt),
  constraint reference_once_per_bank unique (merchant_id, bank_id, reference),
  constraint an_attempt_ends_only_on_proof check (live or coalesce(evidence in ('NEG', 'NOSEND'), false))
) with (fillfactor = 80);

create unique index one_live_attempt_per_transfer on transfers.attempt (merchant_id, transfer_id) where live;

-- What a bank said of an attempt. The same words said twice are one fact.
create table transfers.fact (
  merchant_id uuid not null,
  transfer_id uuid not null,
  attempt smallint not null,
  fact_key text not null,
  source text not null,
  evidence text not null,
  credited boolean not null,
  code text not null,
  detail text not null,
  utr text,
  reason text,
  -- The bank refused, and another bank may be asked.
  other_bank boolean not null,
  at timestamptz not null,
  constraint fact_once primary key (merchant_id, transfer_id, attempt, fact_key),
  constraint evidence_class_is_known check (evidence in ('POS', 'DEEMED', 'NEG', 'UNK', 'NOSEND', 'RET'))
);

create table transfers.step (
  merchant_id uuid not null,
  transfer_id uuid not null,
  step smallint not null,
  from_status text not null,
  to_status text not null,
  because text not null,
  at timestamptz not null,
  constraint step_taken_once primary key (merchant_id, transfer_id, step),
  constraint step_is_a_legal_move check (
    case from_status
      when 'received' then to_status in ('awaiting_approval', 'waiting', 'ready', 'rejected')
      when 'awaiting_approval' then to_status in ('waiting', 'ready', 'rejected', 'cancelled')
      when 'waiting' then to_status in ('ready', 'failed', 'cancelled')
      when 'ready' then to_status in ('sent', 'waiting', 'failed', 'cancelled')
      when 'sent' then to_status in ('succeeded', 'failed', 'ready', 'review')
      when 'review' then to_status in ('succeeded', 'failed')
      when 'succeeded' then to_status in ('reversed')
      else false
    end
  )
);

-- Bank news that cannot follow from what is recorded. Money effects are booked; a person must look.
create table transfers.contradiction (
  merchant_id uuid not null,
  transfer_id uuid not null,
  attempt smallint not null,
  kind text not null,
  detail text not null,
  opened_at timestamptz not null,
  constraint contradiction_once primary key (merchant_id, transfer_id, attempt, kind),
  constraint contradiction_kind_is_known check (
    kind in ('late_success', 'failed_after_success', 'answer_mismatch')
  )
);

-- Bank news under a reference that nobody here knows: kept, looked up again, never dropped.
create table transfers.stray_news (
  merchant_id uuid not null,
  bank_id text not null,
  reference text not null,
  fact_key text not null,
  news jsonb not null,
  arrived_at timestamptz not null,
  matched_at timestamptz,
  constraint stray_news_once primary key (merchant_id, bank_id, reference, fact_key)
);

-- Changes that the module a transfer belongs to could not take when they happened; it is told again until it can.
create table transfers.untold (
  merchant_id uuid not null,
  transfer_id uuid not null,
  -- The status that the module last heard of.
  status_before text not null,
  because text not null,
  tries integer not null default 1,
  -- Null: told.
  due_at timestamptz,
  constraint untold_once primary key (merchant_id, transfer_id)
);
create index untold_due on transfers.untold (merchant_id, due_at) where due_at is not null;

select lib.protect('transfers.counter');
select lib.protect('transfers.transfer');
select lib.protect('transfers.watched');
select lib.protect('transfers.attempt');
select lib.protect_append_only('transfers.fact');
select lib.protect_append_only('transfers.step');
select lib.protect_append_only('transfers.contradiction');
select lib.protect('transfers.stray_news');
select lib.protect('transfers.untold');
