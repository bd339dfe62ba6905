-- Policies count what is paid in the same 24 hours too: orders of several days may be scheduled for one day. Null: it
-- was to be paid at once, or the version before this one kept it.
alter table approvals.counted add column pays_at timestamptz;
create index counted_scheduled on approvals.counted (merchant_id, subject, pays_at) where pays_at is not null;
