-- The orders of others that a member of a live merchant cancelled, so that they can be counted.
create table transfers.cancelled_of_other (
  merchant_id uuid not null,
  transfer_id uuid not null,
  member_id uuid not null,
  at timestamptz not null,
  constraint cancelled_once primary key (merchant_id, transfer_id)
);
create index cancelled_by_member on transfers.cancelled_of_other (merchant_id, member_id, at);
select lib.protect_append_only('transfers.cancelled_of_other');
