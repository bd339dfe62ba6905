-- How far the audit records of an organization, or of one of its merchants, have been told to its people.
create schema entry;
grant usage on schema entry to vitaran_app;

create table entry.told (
  merchant_id uuid primary key,
  audit_seq bigint not null
);
select lib.protect('entry.told');

-- Up to where the Owners of an organization have got the ends of its audit logs by e-mail, and when. The number is the
-- sum of the last records' numbers in its own log and its merchants', which only grows.
create table entry.told_heads (
  merchant_id uuid primary key,
  records bigint not null,
  told_at timestamptz not null
);
select lib.protect('entry.told_heads');
