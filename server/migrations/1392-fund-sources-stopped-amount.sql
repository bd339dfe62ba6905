-- A bank that was stopped because of the stop limit goes on when the limit is raised above the amounts that stopped it.
alter table fund_sources.bank_connection
  -- The largest unexplained amount that stopped it, in paise. Null: it is not stopped, or for another reason as well.
  add column stopped_paise bigint,
  add constraint amount_of_a_stopped_bank check (stopped_paise is null or stopped_because is not null);
grant update (stopped_paise) on fund_sources.bank_connection to vitaran_app;
