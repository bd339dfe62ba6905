-- How often a member or a program did something on a day, in one row, so that a week is counted from seven rows. The
-- table transfers.cancelled_of_other, which had a row for each order, is no longer written.
create table access.deed_count (
  merchant_id uuid not null,
  actor text not null,
  deed text not null,
  day date not null,
  count integer not null,
  constraint deed_count_once primary key (merchant_id, actor, deed, day),
  constraint deed_was_done check (count > 0)
);
select lib.protect('access.deed_count');
