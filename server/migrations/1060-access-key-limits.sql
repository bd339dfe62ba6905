-- A key pair may be limited to some fund sources and to an amount a day. Those that exist have no such limits.
alter table access.api_client
  -- The fund sources that it may pay from; null: all.
  add column fund_source_ids text[],
  -- The most that it may order in a day of India, in paise; null: no limit.
  add column day_limit_paise bigint,
  add constraint api_client_names_a_fund_source check (cardinality(fund_source_ids) between 1 and 50),
  add constraint api_client_day_limit_is_an_amount check (day_limit_paise > 0);
