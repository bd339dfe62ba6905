-- What was decided, the newest first.
create index request_by_end on approvals.request (merchant_id, ended_at, request_id) where ended_at is not null;
