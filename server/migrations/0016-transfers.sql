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
select lib.protect('transfers.counter');

-- What every transfer is checked against, as functions. PostgreSQL reads the text of a check anew for each statement,
-- which for a list of words takes longer than all else that inserting one row does; a function is read once per
-- session.
create function transfers.is_reason_to_wait(reason text) returns boolean
language plpgsql immutable strict
as $$
begin
  return reason in ('schedule', 'funds', 'window', 'downtime');
end
$$;

create function transfers.has_its_bank(status text, bank_no smallint, attempt smallint) returns boolean
language plpgsql immutable
as $$
begin
  return status not in ('sent', 'review', 'succeeded', 'reversed') or (bank_no is not null and attempt > 0);
end
$$;

create function transfers.is_status(status text) returns boolean
language plpgsql immutable
as $$
begin
  return status in (
    'awaiting_approval', 'waiting', 'ready', 'sent', 'review', 'succeeded', 'failed', 'rejected', 'reversed',
    'cancelled'
  );
end
$$;

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
  -- Why a transfer failed, as its merchant was told then, where `reason` has come to say that it was paid after all.
  -- Without a word of its own: an empty text. Null: `reason` says why.
  failed_because text,
  -- In the asynchronous flow details that prove wrong at the bank reject a transfer; all else that a bank refuses
  -- fails.
  asynchronous boolean not null default false,
  -- A transfer costs what the rail costs that carries it. Until that is known, the dearest rail of its mode is held
  -- for: the reserve is what is held beyond fee and tax of the rail as it stands, and is released when the transfer is
  -- paid.
  reserve_paise integer not null default 0,
  -- Limits count what was released. When a transfer waited for approvers first, it was released when they approved it;
  -- null: when it was accepted.
  released_at timestamptz,
  -- An accepted transfer whose maker may no longer pay is put before an approver when it would be sent. What was held
  -- for it stays held meanwhile, unlike that of a transfer which has waited for approvers from the beginning. Null,
  -- which takes no room in the row, is no.
  held_in_approval boolean,
  constraint transfer_id_once primary key (merchant_id, transfer_id),
  constraint transfer_key_once unique (merchant_id, transfer_key),
  constraint reference_id_once unique (merchant_id, reference_id),
  constraint amounts_make_sense check (amount_paise > 0 and fee_paise >= 0 and tax_paise >= 0),
  constraint only_waiting_has_a_reason_to_wait check ((status = 'waiting') = (waiting_for is not null)),
  constraint reason_to_wait_is_known
    check (transfers.is_reason_to_wait(waiting_for)),
  constraint an_origin_has_kind_and_id check ((origin_kind is null) = (origin_id is null)),
  constraint sent_means_a_bank_and_an_attempt
    check (transfers.has_its_bank(status, bank_no, attempt)),
  constraint status_is_known check (transfers.is_status(status)),
  constraint a_reserve_is_not_negative check (reserve_paise >= 0),
  constraint only_what_awaits_approval_is_held_in_it
    check (held_in_approval is not true or status = 'awaiting_approval')
) with (fillfactor = 50);
select lib.protect('transfers.transfer');
create index transfer_due on transfers.transfer (merchant_id, due_at) where due_at is not null;

-- Who waits for the money of a fund source, in the order of their turn.
create index transfer_queue on transfers.transfer (merchant_id, source_no, priority desc, reference_id)
  where waiting_for = 'funds';
create index transfer_of_origin on transfers.transfer (merchant_id, origin_id) where origin_id is not null;

-- The following indexes are for searches. The row of a transfer is written once more when it is paid, and none of them
-- names a column that changes then: it stays a write that touches no index.

-- A payee's history, newest first.
create index transfer_of_payee on transfers.transfer (merchant_id, beneficiary_id, reference_id);

-- An amount, a range of amounts, the largest first.
create index transfer_by_amount on transfers.transfer (merchant_id, amount_paise, reference_id);

-- Modes, rails and fund sources that few transfers have: which pages to look at. What all have is found at once anyway.
create index transfer_ways on transfers.transfer
using brin (
  mode text_bloom_ops (n_distinct_per_range = 16),
  rail text_bloom_ops (n_distinct_per_range = 16),
  fund_source_id text_bloom_ops (n_distinct_per_range = 32)
) with (pages_per_range = 32, autosummarize = on);
select brin_desummarize_range('transfers.transfer_ways', 0);

-- What a batch, a link ... made, newest first, by what made it: found without reading the transfers of the others.
create index transfer_of_way on transfers.transfer (merchant_id, reference_id, origin_kind)
where origin_kind is not null;

-- What failed, was rejected or came back: few compared with what was paid, and only they carry a reason. It is in the
-- index, so that a rare one is found without reading all that failed.
create index transfer_not_paid on transfers.transfer (merchant_id, reference_id, reason) where reason is not null;
create index transfer_by_release on transfers.transfer (merchant_id, released_at) where released_at is not null;

-- Up to which number a merchant's transfers were looked through for those that were sent as they were accepted and
-- have no outcome. Until then such a one has no due time: giving it one, and taking it away a moment later, would write
-- it into every index once more.
create table transfers.watched (
  merchant_id uuid not null primary key,
  reference_id bigint not null
);
select lib.protect('transfers.watched');

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
select lib.protect('transfers.attempt');
create unique index one_live_attempt_per_transfer on transfers.attempt (merchant_id, transfer_id) where live;

create function transfers.is_evidence(evidence text) returns boolean
language plpgsql immutable
as $$
begin
  return evidence in ('POS', 'DEEMED', 'NEG', 'UNK', 'NOSEND', 'RET');
end
$$;

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
  constraint evidence_class_is_known check (transfers.is_evidence(evidence))
);
-- What a bank said of an attempt may name the payee: it stands sealed, or is sealed later by a worker.
select lib.protect_append_only('transfers.fact');
grant update (detail) on transfers.fact to vitaran_app;

-- Banks that say that the beneficiary's bank did not answer, by time: so few that no payment pays for the index.
create index fact_of_offline_bank on transfers.fact (merchant_id, at)
where reason = 'BENEFICIARY_BANK_OFFLINE' or evidence = 'DEEMED';

-- The banks' references, those of returns too. Facts are only appended, so a summary of each few pages is enough, and
-- an insert pays nothing for it.
create index fact_utr on transfers.fact
using brin (utr text_bloom_ops (n_distinct_per_range = 2000, false_positive_rate = 0.005))
with (pages_per_range = 32, autosummarize = on);
select brin_desummarize_range('transfers.fact_utr', 0);

-- Payments whose debit only a statement has shown: few, and looked for when late returns are listed.
create index fact_of_debit_by_statement on transfers.fact (merchant_id, at)
  where source = 'statement' and evidence = 'POS';

-- A transfer without money fails, also when it comes and when it is approved: rejections are for risk, block list,
-- limits and people.
create function transfers.is_legal_move(from_status text, to_status text) returns boolean
language plpgsql immutable as $$
begin
  return case from_status
    when 'received' then to_status in ('awaiting_approval', 'waiting', 'ready', 'rejected', 'failed')
    when 'awaiting_approval' then to_status in ('waiting', 'ready', 'rejected', 'failed', 'cancelled')
    when 'waiting' then to_status in ('ready', 'awaiting_approval', 'failed', 'cancelled')
    when 'ready' then to_status in ('sent', 'waiting', 'awaiting_approval', 'failed', 'cancelled')
    when 'sent' then to_status in ('succeeded', 'failed', 'rejected', 'ready', 'review')
    when 'review' then to_status in ('succeeded', 'failed', 'rejected')
    when 'succeeded' then to_status = 'reversed'
    else false
  end;
end
$$;

-- The machine's moves, one row for each.
create table transfers.step (
  merchant_id uuid not null,
  transfer_id uuid not null,
  step smallint not null,
  from_status text not null,
  to_status text not null,
  because text not null,
  at timestamptz not null,
  constraint step_taken_once primary key (merchant_id, transfer_id, step),
  constraint step_is_a_legal_move
    check (transfers.is_legal_move(from_status, to_status))
);
select lib.protect_append_only('transfers.step');

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
select lib.protect_append_only('transfers.contradiction');

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
select lib.protect('transfers.stray_news');

-- After a restore of the database banks know payments that are not known here: what they said is looked up before
-- anything is sent under the same reference.
create index stray_news_unmatched on transfers.stray_news (merchant_id, arrived_at) where matched_at is null;

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
select lib.protect('transfers.untold');
create index untold_due on transfers.untold (merchant_id, due_at) where due_at is not null;

-- The member who ordered a transfer on the dashboard; what programs, files and links order has no row.
create table transfers.maker (
  merchant_id uuid not null,
  transfer_id uuid not null,
  member_id uuid not null,
  constraint made_by_one_member primary key (merchant_id, transfer_id)
);
select lib.protect_append_only('transfers.maker');
create index transfer_of_maker on transfers.maker (merchant_id, member_id, transfer_id);

-- Which days' figures have changed since the day was over: one row for each commit that changed transfers which were
-- accepted on an earlier day. Only added to, so that no outcome ever waits for another one's row.
create table transfers.late_change (
  merchant_id uuid not null,
  -- The day in India on which the transfers were accepted.
  day date not null,
  change_id uuid not null default uuidv7(),
  constraint late_change_once primary key (merchant_id, day, change_id)
);
select lib.protect_append_only('transfers.late_change');

-- Banks may answer for a whole message, or for a block of it, with one word: which payments were in it is kept before
-- it leaves. A block that repeats payments of an earlier message is marked, for a refusal of one is none of the other.
create table transfers.sent_block (
  merchant_id uuid not null,
  bank_id text not null,
  block_id text not null,
  message_id text not null,
  payment_references text[] not null,
  repeats boolean not null,
  sent_at timestamptz not null,
  constraint sent_block_once primary key (merchant_id, bank_id, block_id),
  constraint sent_block_holds_payments check (cardinality(payment_references) > 0)
);
select lib.protect('transfers.sent_block');
create index sent_block_of_message on transfers.sent_block (merchant_id, bank_id, message_id);
create index sent_block_repeats on transfers.sent_block (merchant_id, bank_id) where repeats;

-- The proof of fees begins with what was ordered since: an installation that is older than the baseline may have
-- transfers whose price did not follow the rail that carried them.
create function transfers.fees_follow_rails_since() returns timestamptz
language sql stable security definer set search_path = ''
as $$ select min(applied_at) from lib.migration where name like '0990-%' or name = '0016-transfers' $$;
