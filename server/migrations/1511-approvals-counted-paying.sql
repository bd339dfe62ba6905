-- Orders of key pairs whose secret a member was shown, by the time when they are to be paid.
-- no-transaction
create index concurrently if not exists counted_shown_paying on approvals.counted (merchant_id, shown_to, pays_at)
  where shown_to is not null and pays_at is not null;
