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
insert into lib.sealing (begun_at)
select case when not exists (select from access.merchant) then now() end;
select lib.open_directory('lib.sealing');

-- The same as enter_merchant, and whether details are to be sealed.
create function lib.enter_merchant_and_ask(merchant uuid, out now timestamptz, out seals boolean)
language plpgsql volatile
as $$
begin
  now := lib.enter_merchant(merchant);
  select begun_at is not null into seals from lib.sealing;
end
$$;
