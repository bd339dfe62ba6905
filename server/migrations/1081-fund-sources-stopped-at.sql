-- Since when a bank is stopped because a statement did not agree: people ask that before they look for the line.
alter table fund_sources.bank_connection add column stopped_at timestamptz;
grant update (stopped_at) on fund_sources.bank_connection to vitaran_app;
