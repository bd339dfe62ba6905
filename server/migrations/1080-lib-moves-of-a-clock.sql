-- A test clock is moved from stop to stop: who moves it now, whereto, and until when that counts as being under way.
alter table lib.merchant_clock
  add column mover uuid,
  add column target_ms bigint,
  add column leased_until timestamptz,
  add constraint clock_under_way_is_whole check (
    num_nulls(mover, target_ms, leased_until) in (0, 3)
  );
