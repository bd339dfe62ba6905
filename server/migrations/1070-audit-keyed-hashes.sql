-- Records of the audit log are vouched for by a key that the database does not have: hashes alone can be made anew by
-- anyone who may write to it.

-- The id of the master key, and an HMAC of the record's place and hash. Null: written by the version before.
alter table audit.record
  add column mac bytea,
  add constraint record_mac_names_its_key check (octet_length(mac) = 36);

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
insert into audit.keying (begun_at)
select case when not exists (select from access.merchant) then now() end;
select lib.open_directory('audit.keying');
