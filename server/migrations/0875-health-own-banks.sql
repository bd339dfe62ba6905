-- The health of our own banks, as their answers show it. Of a sandbox merchant, whose simulated banks are its own; and
-- of the real banks, which are the same for every live merchant.

-- What is remembered of the answers, by bank and rail. Whoever changes it holds the row.
create table health.bank_watch (
  merchant_id uuid not null primary key,
  estimates jsonb not null default '{}',
  snapshot_no integer not null default 0,
  -- When time alone changes something next, by the merchant's clock; null: nothing.
  due_at timestamptz
);

create table health.live_bank_watch (
  scope uuid not null primary key,
  estimates jsonb not null default '{}',
  snapshot_no integer not null default 0,
  due_at timestamptz
);

-- What routing reads. Decisions name it by its number, so it is never changed.
create table health.bank_snapshot (
  merchant_id uuid not null,
  snapshot_no integer not null,
  snapshot jsonb not null,
  at timestamptz not null,
  constraint bank_snapshot_once primary key (merchant_id, snapshot_no),
  constraint bank_snapshots_count_from_one check (snapshot_no > 0)
);

create table health.live_bank_snapshot (
  scope uuid not null,
  snapshot_no integer not null,
  snapshot jsonb not null,
  at timestamptz not null,
  constraint live_bank_snapshot_once primary key (scope, snapshot_no),
  constraint live_bank_snapshots_count_from_one check (snapshot_no > 0)
);

-- How many transfers went by a bank since it began to be probed, or to recover.
create table health.bank_place (
  merchant_id uuid not null,
  bank_key text not null,
  since timestamptz not null,
  taken integer not null,
  constraint bank_place_once primary key (merchant_id, bank_key),
  constraint places_taken_are_counted check (taken >= 0)
);

create table health.live_bank_place (
  scope uuid not null,
  bank_key text not null,
  since timestamptz not null,
  taken integer not null,
  constraint live_bank_place_once primary key (scope, bank_key),
  constraint live_places_taken_are_counted check (taken >= 0)
);

select lib.protect('health.bank_watch');
select lib.protect_append_only('health.bank_snapshot');
select lib.protect('health.bank_place');
grant select, insert, update on health.live_bank_watch, health.live_bank_place to vitaran_app;
grant select, insert on health.live_bank_snapshot to vitaran_app;

create index bank_watch_due on health.bank_watch (merchant_id, due_at) where due_at is not null;
