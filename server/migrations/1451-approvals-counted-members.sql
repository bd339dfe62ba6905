-- The member who was shown the secret of the key pair that ordered. The order counts as that member's too, so that one
-- person does not count as two makers. Null for other makers, and for orders from before this column existed.
alter table approvals.counted add column shown_to uuid;
create index counted_shown on approvals.counted (merchant_id, shown_to, at) where shown_to is not null;
