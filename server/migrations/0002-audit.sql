-- Who did what, appended in the transaction that did it and chained by hashes, so that a later change shows.
create schema audit;
grant usage on schema audit to vitaran_app;

-- The end of each merchant's chain. Its row lock puts the records of one merchant in order, and it names the
-- last record, so that a cut tail shows too.
create table audit.chain (
  merchant_id uuid not null,
  last_seq bigint not null default 0,
  last_hash bytea not null,
  primary key (merchant_id),
  constraint chain_hash_is_sha256 check (octet_length(last_hash) = 32),
  constraint chain_counts_from_zero check (last_seq >= 0)
);
select lib.protect('audit.chain');

-- Records are vouched for by a key that the database does not have: hashes alone can be made anew by anyone who may
-- write to it.
create table audit.record (
  merchant_id uuid not null,
  seq bigint not null,
  at timestamptz not null,
  actor text not null,
  action text not null,
  subject text not null,
  detail jsonb not null,
  prev_hash bytea not null,
  hash bytea not null,
  -- The id of the master key, and an HMAC of the record's place and hash. Null: written before there were codes.
  mac bytea,
  primary key (merchant_id, seq),
  constraint record_seq_counts_from_one check (seq >= 1),
  constraint record_hashes_are_sha256 check (octet_length(prev_hash) = 32 and octet_length(hash) = 32),
  constraint record_says_who_and_what check (actor <> '' and action <> ''),
  constraint record_mac_names_its_key check (octet_length(mac) = 36)
);
select lib.protect_append_only('audit.record');

-- Up to which record of a chain there may be some without a code; the code of this row covers all of them.
create table audit.boundary (
  merchant_id uuid not null,
  seq bigint not null,
  mac bytea not null,
  primary key (merchant_id),
  constraint boundary_mac_names_its_key check (octet_length(mac) = 36)
);
select lib.protect_append_only('audit.boundary');

-- Since when every record must have a code; null: not yet, for processes of the version before may still run.
create table audit.keying (
  only_row boolean primary key default true,
  begun_at timestamptz,
  constraint there_is_one_row check (only_row)
);
select lib.open_directory('audit.keying');
insert into audit.keying (begun_at) values (now());
