-- How far the audit records of an organization, or of one of its merchants, have been told to its people.
create schema entry;
grant usage on schema entry to vitaran_app;
create table entry.told (
  merchant_id uuid primary key,
  audit_seq bigint not null
);
select lib.protect('entry.told');
