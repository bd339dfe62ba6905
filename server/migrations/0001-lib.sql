-- The ground under every module's tables: whose rows a transaction sees, and what time it is for a merchant.
grant usage on schema lib to vitaran_app;

-- The merchant that this transaction belongs to; null outside of one.
create function lib.current_merchant() returns uuid
language sql stable parallel safe
return nullif(current_setting('app.merchant_id', true), '')::uuid;

-- Merchant rows are seen and written by their merchant only, even by a table's owner. The sub-selects are
-- worked out once for each statement, not for each row. A sweep may look across merchants, never write.
create function lib.guard_rows(target regclass) returns void
language plpgsql volatile
as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy own_rows on %s to vitaran_app
       using (merchant_id = (select lib.current_merchant()))
       with check (merchant_id = (select lib.current_merchant()))', target);
  execute format(
    'create policy sweep on %s for select to vitaran_app
       using ((select current_setting(''app.sweep'', true)) = ''on'')', target);
  -- A new table has no statistics, and the planner then believes that a merchant has one row: it would read all of
  -- the merchant for every set, by plans that live as long as a session. This says the opposite until ANALYZE knows.
  perform pg_restore_attribute_stats(
    'schemaname', (select relnamespace::regnamespace::text from pg_class where oid = target),
    'relname', (select relname::text from pg_class where oid = target),
    'attname', 'merchant_id'::text, 'inherited', false,
    'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 1::real);
end
$$;

-- For tables of merchant rows.
create function lib.protect(target regclass) returns void
language plpgsql volatile
as $$
begin
  perform lib.guard_rows(target);
  execute format('grant select, insert, update on %s to vitaran_app', target);
end
$$;

-- For tables of merchant rows that are written once and never changed.
create function lib.protect_append_only(target regclass) returns void
language plpgsql volatile
as $$
begin
  perform lib.guard_rows(target);
  execute format('grant select, insert on %s to vitaran_app', target);
end
$$;

-- For tables that are read before it is known which merchant is meant.
create function lib.open_directory(target regclass) returns void
language plpgsql volatile
as $$
begin
  execute format('grant select, insert, update on %s to vitaran_app', target);
end
$$;

-- How far a sandbox merchant's test clock is ahead of the database's; no row: not at all.
create table lib.merchant_clock (
  merchant_id uuid primary key,
  offset_ms bigint not null,
  moved_at timestamptz not null default now(),
  -- A test clock is moved from stop to stop: who moves it now, whereto, and until when that counts as being under way.
  mover uuid,
  target_ms bigint,
  leased_until timestamptz,
  constraint clock_stays_within_a_century check (abs(offset_ms) <= 3155760000000),
  constraint clock_under_way_is_whole check (
    num_nulls(mover, target_ms, leased_until) in (0, 3)
  )
);
select lib.open_directory('lib.merchant_clock');

-- The merchant's clock for the statement that asks. Stable, so that an index on a due time can answer.
create function lib.now_of(merchant uuid) returns timestamptz
language sql stable parallel safe
return statement_timestamp() + coalesce(
  (select clock.offset_ms from lib.merchant_clock clock where clock.merchant_id = merchant), 0
) * interval '1 millisecond';

-- Makes this transaction the merchant's, and says what time it is there. plpgsql keeps the plan for the session.
create function lib.enter_merchant(merchant uuid) returns timestamptz
language plpgsql volatile
as $$
declare
  ahead_ms bigint;
begin
  perform set_config('app.merchant_id', merchant::text, true);
  select clock.offset_ms into ahead_ms from lib.merchant_clock clock where clock.merchant_id = merchant;
  return clock_timestamp() + coalesce(ahead_ms, 0) * interval '1 millisecond';
end
$$;

-- What of a merchant's rows has been sealed, and under which master key; no row: not all of it yet.
create table lib.sealed_part (
  merchant_id uuid not null,
  -- The table, and what of it where that is not all.
  part text not null,
  -- How texts that are sealed under that key begin.
  prefix text not null,
  sealed_rows bigint not null,
  done_at timestamptz not null,
  constraint part_is_sealed_once primary key (merchant_id, part)
);
select lib.protect('lib.sealed_part');

-- Since when details are sealed as they are written; null: not yet, for processes of the version before, which read
-- them in clear, may still run. A new installation seals from the beginning.
create table lib.sealing (
  only_row boolean primary key default true,
  begun_at timestamptz,
  constraint there_is_one_row check (only_row)
);
select lib.open_directory('lib.sealing');
insert into lib.sealing (begun_at) values (now());

-- The same as enter_merchant, and whether details are to be sealed.
create function lib.enter_merchant_and_ask(merchant uuid, out now timestamptz, out seals boolean)
language plpgsql volatile
as $$
begin
  now := lib.enter_merchant(merchant);
  select begun_at is not null into seals from lib.sealing;
end
$$;

-- Fails a statement that touched other rows than it was to. Only called where it did.
create function lib.refuse_rows(touched bigint, expected integer) returns void
language plpgsql volatile
as $$
begin
  raise exception '% rows were touched, not %', touched, expected using errcode = 'check_violation';
end
$$;

revoke execute on function
  lib.guard_rows(regclass), lib.protect(regclass), lib.protect_append_only(regclass), lib.open_directory(regclass)
from public;
