-- Many transfers or beneficiaries given at once: what each row said, and what became of it.
create schema batches;
grant usage on schema batches to vitaran_app;

-- A number for each batch of a merchant, digits only; it fits 32 bits, as typed clients read it into an int.
create table batches.counter (
  merchant_id uuid not null primary key,
  last_reference_id integer not null
);
select lib.protect('batches.counter');

create table batches.batch (
  merchant_id uuid not null,
  batch_id uuid not null,
  reference_id integer not null,
  -- The merchant's own id (batchTransferId); null: it did not come by that call.
  batch_key text,
  name text not null,
  format text not null,
  -- Keyed hash of the file; null: it did not come as one.
  file_hash bytea,
  -- The batch whose failed rows these are.
  cloned_from uuid,
  -- Whether a row's beneficiary takes the place of one with the same id.
  replaces_beneficiaries boolean not null,
  fund_source_id text,
  row_count integer not null,
  -- Of the rows whose amount can be read.
  sum_paise bigint not null,
  -- Over everything that the batch says; what an approval is given for.
  content_hash bytea not null,
  -- 32 bytes for each 500 rows, of which the content's hash is made: a chunk is proved without the others.
  chunk_hashes bytea not null,
  warnings jsonb not null,
  stage text not null,
  -- Why the whole was rejected.
  because text,
  created_by text not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- By the database's clock: until then the worker that took it has it, or it rests after a failure.
  free_at timestamptz not null default '-infinity',
  -- Of a batch by a key pair: whom the secret was shown to that the batch was made with. That member approves neither
  -- it nor its payments, although the keys may have been reset before workers pay the rows.
  secret_shown_to uuid,
  constraint batch_once primary key (merchant_id, batch_id),
  constraint batch_key_once unique (merchant_id, batch_key),
  constraint batch_reference_once unique (merchant_id, reference_id),
  constraint stage_is_known check (
    stage in ('uploaded', 'validating', 'awaiting_approval', 'processing', 'finished', 'rejected')
  ),
  -- MIXED: rows of several kinds, each paid from its own fund source, as in batches of the v2 API.
  constraint format_is_known check (
    format in ('BENEFICIARY_ID', 'BANK_ACCOUNT', 'UPI', 'PAYTM', 'AMAZONPAY', 'CARD', 'BENEFICIARIES', 'MIXED')
  ),
  constraint rejected_for_a_reason check ((stage = 'rejected') = (because is not null)),
  constraint an_end_has_a_moment check ((stage in ('finished', 'rejected')) = (finished_at is not null)),
  constraint some_rows_and_not_too_many check (row_count between 1 and 10000),
  constraint hashes_are_whole check (
    length(content_hash) = 32 and length(chunk_hashes) = 32 * ((row_count + 499) / 500)
  )
) with (fillfactor = 50);
-- What a batch says never changes; only what became of it does. The sealed fields may be sealed again under a newer
-- master key: their hash proves that they say the same.
select lib.protect_append_only('batches.batch');
grant update (stage, because, finished_at, free_at) on batches.batch to vitaran_app;
create index batch_to_work_on on batches.batch (merchant_id, batch_id)
where stage in ('uploaded', 'validating', 'processing');
create index batch_of_file on batches.batch (merchant_id, file_hash) where file_hash is not null;

create table batches.batch_row (
  merchant_id uuid not null,
  batch_id uuid not null,
  -- In the order given: 1, 2, 3 ...
  row_no smallint not null,
  -- Where it stood in its file; of a call, the same as row_no.
  line integer not null,
  -- What it says, as JSON, sealed: bank accounts stand in it.
  sealed_fields bytea not null,
  -- A card's token, sealed apart and only while the row is open; its keyed hash stays. Both null: it names no card.
  sealed_card bytea,
  card_hash bytea,
  -- Keyed hash of row_no and what it says.
  leaf_hash bytea not null,
  -- Its transfer key, or the id of its beneficiary; null: it names none.
  row_key text,
  amount_paise bigint,
  status text not null,
  -- A short name, and the sentence for people.
  failure text,
  because text,
  -- How often it alone brought its transaction down.
  tries smallint not null default 0,
  -- Whom it pays, once that is known: the id, and which of all that ever had it.
  bene_id text,
  beneficiary_id uuid,
  transfer_id uuid,
  reference_id bigint,
  constraint row_once primary key (merchant_id, batch_id, row_no),
  constraint row_status_is_known check (status in ('open', 'accepted', 'rejected')),
  constraint row_rejected_for_a_reason check (
    (status = 'rejected') = (failure is not null) and (failure is null) = (because is null)
  ),
  -- A row pays a listed beneficiary, or the payee of its own transfer: a card, or the account in a row of a member who
  -- may not manage beneficiaries.
  constraint accepted_row_pays_someone
    check (status <> 'accepted' or bene_id is not null or card_hash is not null or transfer_id is not null),
  constraint pinned_row_pays_someone check (beneficiary_id is null or bene_id is not null),
  constraint open_row_has_no_transfer check (status <> 'open' or transfer_id is null),
  constraint transfer_has_both_ids check ((transfer_id is null) = (reference_id is null)),
  constraint card_is_there_while_open check (
    (sealed_card is not null) = (status = 'open' and card_hash is not null)
  ),
  constraint leaf_is_whole check (length(leaf_hash) = 32)
) with (fillfactor = 50);
select lib.protect_append_only('batches.batch_row');
grant update (
  sealed_fields, sealed_card, status, failure, because, tries, bene_id, beneficiary_id, transfer_id,
  reference_id
) on batches.batch_row to vitaran_app;

-- Two rows of a batch never name the same transfer, so one transfer is never counted for two rows.
create unique index row_key_once on batches.batch_row (merchant_id, batch_id, row_key)
where status <> 'rejected';

-- A file that was uploaded in the dashboard, before its maker has confirmed it: nothing of it is paid.
create table batches.draft (
  merchant_id uuid not null,
  draft_id uuid not null,
  name text not null,
  format text not null,
  replaces_beneficiaries boolean not null,
  fund_source_id text,
  -- Sealed, so that its columns can be read in another way; gone with the draft.
  sealed_file bytea,
  file_hash bytea not null,
  -- The field that each column title stands for. Null: columns not mapped yet.
  mapping jsonb,
  titles jsonb not null,
  made_by text not null,
  made_at timestamptz not null,
  -- The batch that was made of it.
  batch_id uuid,
  -- When its maker chose how the columns of such files are read, if this one was read so.
  columns_chosen_at timestamptz,
  constraint draft_once primary key (merchant_id, draft_id),
  constraint draft_format_is_known check (
    format in ('BENEFICIARY_ID', 'BANK_ACCOUNT', 'UPI', 'PAYTM', 'AMAZONPAY', 'BENEFICIARIES')
  ),
  constraint confirmed_draft_keeps_no_file check (batch_id is null or sealed_file is null)
);
select lib.protect('batches.draft');
grant delete on batches.draft to vitaran_app;
create index open_draft_by_maker on batches.draft (merchant_id, made_by, draft_id) where batch_id is null;

-- Rows: corrected or removed one by one until the draft is confirmed.
create table batches.draft_row (
  merchant_id uuid not null,
  draft_id uuid not null,
  row_no smallint not null,
  line integer not null,
  -- What it says, and which cells could not be read, as JSON, sealed: bank accounts stand in it.
  sealed_row bytea not null,
  row_key text,
  bene_id text,
  amount_paise bigint,
  -- How many of its cells are wrong by themselves.
  faults smallint not null,
  -- One beneficiary has one account. A keyed hash of where a row pays the beneficiary that it names shows which rows
  -- of a file disagree about that, without opening any of them. Null: the row names no beneficiary, or no account.
  account_index bytea,
  constraint draft_row_once primary key (merchant_id, draft_id, row_no)
);
select lib.protect('batches.draft_row');
grant delete on batches.draft_row to vitaran_app;

-- The column titles of a merchant's files, as its members had mapped them together; batches.own_columns has taken its
-- place, and nobody reads it any more.
create table batches.column_names (
  merchant_id uuid not null,
  format text not null,
  mapping jsonb not null,
  constraint column_names_once primary key (merchant_id, format)
);
select lib.protect('batches.column_names');

-- A batch records its maker itself; this says it to those who ask about a payment.
create view batches.made_batch with (security_invoker = true) as
select merchant_id, batch_id, created_by as maker
from batches.batch;
grant select on batches.made_batch to vitaran_app;

-- How a member reads the columns of files. A choice is remembered for the member who made it alone: read with another
-- member's choice, a file would pay what none of those who see it has asked for. batches.column_names does not say who
-- chose.
create table batches.own_columns (
  merchant_id uuid not null,
  format text not null,
  chosen_by text not null,
  chosen_at timestamptz not null,
  mapping jsonb not null,
  constraint own_columns_once primary key (merchant_id, format, chosen_by)
);
select lib.protect('batches.own_columns');
