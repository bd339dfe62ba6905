-- The share that is reconciled in time is of the lines of the last days: they are found by when they arrived.
create index line_by_arrival on reconciliation.line (merchant_id, arrived_at);
