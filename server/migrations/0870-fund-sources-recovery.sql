-- When recovering began; by then the bank had made every payment that was lost.
alter table fund_sources.bank_connection
  add column recovery_began_at timestamptz,
  add constraint recovery_has_begun check ((recovering_since is null) = (recovery_began_at is null));
grant update (recovery_began_at) on fund_sources.bank_connection to vitaran_app;
