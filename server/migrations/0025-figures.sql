-- Figures of days that are over, counted once: what the Summary shows of a month is then a few thousand rows.
create schema figures;
grant usage on schema figures to vitaran_app;

-- A day of which the tallies stand below. They are up to date while nothing of the day has changed since.
create table figures.day (
  merchant_id uuid not null,
  day date not null,
  -- How many late changes the tallies know of.
  late_changes bigint not null,
  constraint day_kept_once primary key (merchant_id, day)
);
select lib.protect('figures.day');

-- Transfers of a day that are alike in everything that figures distinguish.
create table figures.tally (
  merchant_id uuid not null,
  day date not null,
  tally_id uuid not null default uuidv7(),
  fund_source_id text not null,
  mode text not null,
  rail text not null,
  -- Null: never sent to a bank.
  bank_id text,
  status text not null,
  reason text,
  -- From acceptance to result; null: none yet, or none that a bank gave.
  took_ms bigint,
  transfers bigint not null,
  amount_paise bigint not null,
  charges_paise bigint not null,
  constraint tally_once primary key (merchant_id, day, tally_id),
  constraint a_tally_counts_something check (transfers > 0 and amount_paise > 0 and charges_paise >= 0),
  constraint a_result_takes_no_negative_time check (took_ms >= 0)
);
select lib.protect('figures.tally');
grant delete on figures.tally to vitaran_app;

-- The time to a result as figures show it: to a tenth of a second below a minute, to a second below an hour, then to
-- a minute. So a day has few different times however many transfers it has, and percentiles of them are exact. It is
-- written so that the planner can inline it: a million results are counted in seconds instead of half a minute.
create function figures.took_ms(accepted_at timestamptz, finished_at timestamptz) returns bigint
language sql immutable parallel safe
return greatest(
  0,
  case
    when finished_at - accepted_at < interval '1 minute'
      then round(date_part('epoch', finished_at - accepted_at) * 10) * 100
    when finished_at - accepted_at < interval '1 hour'
      then round(date_part('epoch', finished_at - accepted_at)) * 1000
    else round(date_part('epoch', finished_at - accepted_at) / 60) * 60000
  end
)::bigint;
