-- A bank that is not to be sent to: stopped for a reason that a person must look into, or until its statements since
-- a restore of the database are in.
alter table fund_sources.bank_connection
  add column stopped_because text,
  add column recovering_since timestamptz,
  add constraint bank_stopped_is_off check (stopped_because is null or not enabled);
grant update (stopped_because, recovering_since) on fund_sources.bank_connection to vitaran_app;
