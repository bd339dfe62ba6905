-- What programs cancel or end is counted too. The member is null then.
alter table transfers.cancelled_of_other alter column member_id drop not null;
