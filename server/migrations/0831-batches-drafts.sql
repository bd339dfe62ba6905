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
  constraint draft_once primary key (merchant_id, draft_id),
  constraint draft_format_is_known check (
    format in ('BENEFICIARY_ID', 'BANK_ACCOUNT', 'UPI', 'PAYTM', 'AMAZONPAY', 'BENEFICIARIES')
  ),
  constraint confirmed_draft_keeps_no_file check (batch_id is null or sealed_file is null)
);

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
  constraint draft_row_once primary key (merchant_id, draft_id, row_no)
);

-- The column titles of a merchant's files, as its members have mapped them.
create table batches.column_names (
  merchant_id uuid not null,
  format text not null,
  mapping jsonb not null,
  constraint column_names_once primary key (merchant_id, format)
);

select lib.protect('batches.draft');
select lib.protect('batches.draft_row');
select lib.protect('batches.column_names');
grant delete on batches.draft, batches.draft_row to vitaran_app;
