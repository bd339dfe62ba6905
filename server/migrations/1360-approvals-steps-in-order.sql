-- Steps at once begin in another order than they take effect in. A step gets its number while its subject is held, so
-- the numbers of a subject's steps are in the order of their effects.
alter table approvals.tightened add column nth bigint generated always as identity;
create index tightened_in_order on approvals.tightened (merchant_id, subject, nth);
