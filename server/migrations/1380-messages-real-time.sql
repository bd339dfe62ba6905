-- Messages become due by real time. What waits by a test clock that was moved ahead is due now. The owner of the table
-- sees the rows of all merchants only while row level security is not forced.
alter table messages.message no force row level security;
update messages.message
set due_at = least(due_at, now())
where status = 'pending';
alter table messages.message force row level security;
