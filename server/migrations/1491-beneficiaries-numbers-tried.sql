-- The account numbers that a member tried out in forms on a day, as keyed hashes: different ones are counted.
create table beneficiaries.number_tried (
  merchant_id uuid not null,
  member_id uuid not null,
  day date not null,
  number_hash bytea not null,
  constraint number_tried_once primary key (merchant_id, member_id, day, number_hash),
  constraint number_is_a_hash check (octet_length(number_hash) = 32)
);
select lib.protect_append_only('beneficiaries.number_tried');
grant delete on beneficiaries.number_tried to vitaran_app;
