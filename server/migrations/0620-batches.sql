-- Many transfers or beneficiaries given at once: what each row said, and what became of it.
create schema batches;
grant usage on schema batches to vitaran_app;

-- A number for each batch of a merchant, digits only; it fits 32 bits, as typed clients read it into an int.
create table batches.counter (
  merchant_id uuid not null primary key,
  last_reference_id integer not null
);

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
  constraint batch_once primary key (merchant_id, batch_id),
  constraint batch_key_once unique (merchant_id, batch_key),
  constraint batch_reference_once unique (merchant_id, reference_id),
  constraint stage_is_known check (
    stage in ('uploaded', 'validating', 'awaiting_approval', 'processing', 'finished', 'rejected')
  ),
  constraint format_is_known check (
    format in ('BENEFICIARY_ID', 'BANK_ACCOUNT', 'UPI', 'PAYTM', 'AMAZONPAY', 'CARD', 'BENEFICIARIES')
  ),
  constraint rejected_for_a_reason check ((stage = 'rejected') = (because is not null)),
  constraint an_end_has_a_moment check ((stage in ('finished', 'rejected')) = (finished_at is not null)),
  constraint some_rows_and_not_too_many check (row_count between 1 and 10000),
  constraint hashes_are_whole check (
    length(content_hash) = 32 and length(chunk_hashes) = 32 * ((row_count + 499) / 500)
  )
) with (fillfactor = 50);

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
  constraint accepted_row_pays_someone check (
    status <> 'accepted' or bene_id is not null or card_hash is not null
  ),
  constraint pinned_row_pays_someone check (beneficiary_id is null or bene_id is not null),
  constraint open_row_has_no_transfer check (status <> 'open' or transfer_id is null),
  constraint transfer_has_both_ids check ((transfer_id is null) = (reference_id is null)),
  constraint card_is_there_while_open check (
    (sealed_card is not null) = (status = 'open' and card_hash is not null)
  ),
  constraint leaf_is_whole check (length(leaf_hash) = 32)
) with (fillfactor = 50);

-- Two rows of a batch never name the same transfer, so one transfer is never counted for two rows.
create unique index row_key_once on batches.batch_row (merchant_id, batch_id, row_key)
where status <> 'rejected';

select lib.protect('batches.counter');
select lib.protect('batches.batch');
select lib.protect('batches.batch_row');

-- What a batch says never changes; only what became of it does. The sealed fields may be sealed again under a newer
-- master key: their hash proves that they say the same.
revoke update on batches.batch from vitaran_app;
grant update (stage, because, finished_at, free_at) on batches.batch to vitaran_app;
revoke update on batches.batch_row from vitaran_app;
grant update (
  sealed_fields, sealed_card, status, failure, because, tries, bene_id, beneficiary_id, transfer_id, reference_id
) on batches.batch_row to vitaran_app;
