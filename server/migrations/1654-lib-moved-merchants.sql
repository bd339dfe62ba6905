-- Merchants that have left this home, or are about to: none of their transactions may begin here any more.
create table lib.moved_merchant (
  merchant_id uuid primary key,
  home text not null,
  moved_at timestamptz not null default clock_timestamp(),
  -- All rows are at the new home, and the merchant may live there.
  is_complete boolean not null default false,
  -- They are no longer here.
  is_removed boolean not null default false
);
grant select on lib.moved_merchant to vitaran_app;

create function lib.refuse_moved(home text) returns boolean
language plpgsql
as $$
begin
  raise exception 'the merchant has moved to %', home using errcode = 'VM001';
end
$$;

create or replace function lib.enter_merchant(merchant uuid) returns timestamptz
language plpgsql
as $$
declare
  ahead_ms bigint;
begin
  perform lib.refuse_moved(moved.home) from lib.moved_merchant as moved where moved.merchant_id = merchant;
  perform set_config('app.merchant_id', merchant::text, true);
  select clock.offset_ms into ahead_ms from lib.merchant_clock clock where clock.merchant_id = merchant;
  return clock_timestamp() + coalesce(ahead_ms, 0) * interval '1 millisecond';
end
$$;
