-- Money that leaves a merchant's fund sources for good: to its own registered account, or back to who sent it.
create schema withdrawals;
grant usage on schema withdrawals to vitaran_app;

create table withdrawals.withdrawal (
  merchant_id uuid not null,
  withdrawal_id uuid not null,
  -- The merchant's own id of it, for ever.
  withdrawal_key text not null,
  fund_source_id text not null,
  amount_paise bigint not null,
  remarks text not null,
  -- Which of the registered accounts it goes to.
  account_version integer not null,
  -- The day in India on which it was made, and its place among the three of that day.
  day date not null,
  place smallint not null,
  status text not null default 'waiting',
  reason text,
  utr text,
  -- Under which the transfer engine knows it.
  transfer_key text not null,
  -- When it is to be handed to the transfer engine, or its money to be given back; null: nothing is to be done.
  due_at timestamptz,
  -- Which process hands it to the transfer engine now, and until when, by the database's clock: no other does.
  lease_id uuid,
  leased_until timestamptz,
  made_at timestamptz not null,
  made_by text not null,
  finished_at timestamptz,
  constraint withdrawal_once primary key (merchant_id, withdrawal_id),
  constraint withdrawal_key_once unique (merchant_id, withdrawal_key),
  constraint three_withdrawals_a_day unique (merchant_id, day, place),
  constraint withdrawal_has_its_transfer unique (merchant_id, transfer_key),
  constraint place_is_one_of_three check (place between 1 and 3),
  constraint amount_is_positive check (amount_paise > 0),
  constraint status_is_known check (status in ('waiting', 'processing', 'paid', 'failed', 'returned')),
  constraint due_is_what_waits_or_goes_back check (
    case
      when status = 'waiting' then due_at is not null
      when status in ('processing', 'paid') then due_at is null
      else true
    end
  ),
  constraint finished_has_a_moment check ((status in ('waiting', 'processing')) = (finished_at is null)),
  constraint a_lease_has_an_end check ((lease_id is null) = (leased_until is null)),
  constraint goes_to_a_registered_account foreign key (merchant_id, account_version)
    references fund_sources.registered_account (merchant_id, version),
  constraint comes_from_a_fund_source foreign key (merchant_id, fund_source_id)
    references fund_sources.fund_source (merchant_id, fund_source_id)
);
-- What was asked for never changes; only what became of it.
select lib.protect_append_only('withdrawals.withdrawal');
grant update (
  status, reason, utr, due_at, finished_at, lease_id, leased_until
) on withdrawals.withdrawal to vitaran_app;
create index withdrawal_due on withdrawals.withdrawal (merchant_id, due_at) where due_at is not null;

-- What is set aside and may yet come back: it is part of the balance, not of what is available.
create index withdrawal_open on withdrawals.withdrawal (merchant_id)
where status in ('waiting', 'processing') or due_at is not null;

-- What becomes of money that came from another account than the registered one.
create table withdrawals.refund (
  merchant_id uuid not null,
  top_up_id uuid not null,
  amount_paise bigint not null,
  status text not null default 'waiting',
  -- Transfers that were tried; the next one has the next number.
  tries smallint not null default 0,
  reason text,
  utr text,
  -- When the next transfer is to be made; null: one is under way, or none will be.
  due_at timestamptz,
  -- Which process hands it to the transfer engine now, and until when, by the database's clock: no other does.
  lease_id uuid,
  leased_until timestamptz,
  -- The seventh working day after the arrival: until then it is tried, after it a person must look.
  refund_by timestamptz not null,
  finished_at timestamptz,
  constraint refund_once primary key (merchant_id, top_up_id),
  constraint refund_of_a_top_up foreign key (merchant_id, top_up_id)
    references fund_sources.top_up (merchant_id, top_up_id),
  constraint amount_is_positive check (amount_paise > 0),
  constraint status_is_known check (status in ('waiting', 'processing', 'paid', 'stuck', 'credited')),
  constraint due_is_what_waits check ((status = 'waiting') = (due_at is not null)),
  constraint finished_has_a_moment check ((status in ('paid', 'credited')) = (finished_at is not null)),
  constraint tries_are_counted check (tries >= 0),
  constraint a_lease_has_an_end check ((lease_id is null) = (leased_until is null))
);
select lib.protect_append_only('withdrawals.refund');
grant update (
  status, tries, reason, utr, due_at, finished_at, lease_id, leased_until
) on withdrawals.refund to vitaran_app;
create index refund_due on withdrawals.refund (merchant_id, due_at) where due_at is not null;
