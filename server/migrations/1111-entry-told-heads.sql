-- Up to where the Owners of an organization have got the ends of its audit logs by e-mail, and when. The number is the
-- sum of the last records' numbers in its own log and its merchants', which only grows.
create table entry.told_heads (
  merchant_id uuid primary key,
  records bigint not null,
  told_at timestamptz not null
);
select lib.protect('entry.told_heads');
