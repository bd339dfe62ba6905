-- Payees are kept so that a merchant can pay again by a short id, and what was paid can be shown for ever.
create schema beneficiaries;
grant usage on schema beneficiaries to vitaran_app;

create table beneficiaries.beneficiary (
  merchant_id uuid not null,
  beneficiary_id uuid not null,
  -- The merchant's own id; null: unlisted, it came with a direct transfer.
  bene_id text,
  listed boolean not null generated always as (bene_id is not null) stored,
  -- HMAC over all details of an unlisted one, so that the same payee is kept once.
  fingerprint bytea,
  name text not null,
  email text,
  phone text,
  address1 text,
  address2 text,
  city text,
  state text,
  pincode text,
  sealed_account bytea,
  account_last4 text,
  -- Blind index of account number and IFSC; equal for equal bank accounts of one merchant.
  account_index bytea,
  -- Whether no other listed beneficiary of the merchant may have the same bank account.
  account_claimed boolean not null default false,
  ifsc text,
  vpa text,
  card_last4 text,
  card_network text,
  -- Blind index of a card token; equal for equal tokens of one merchant.
  card_index bytea,
  -- Network token with the cryptogram of one payment, sealed, until that payment ends; never a card number.
  sealed_card bytea,
  group_name text not null default 'DEFAULT',
  purpose text,
  -- Who awaits approval is listed, and paid to by nobody.
  status text not null default 'verified',
  added_at timestamptz not null,
  added_by text not null,
  removed_at timestamptz,
  removed_by text,
  constraint beneficiary_once primary key (merchant_id, beneficiary_id),
  constraint listed_or_found_by_fingerprint check ((bene_id is null) = (fingerprint is not null)),
  constraint bank_account_is_whole check (
    num_nulls(sealed_account, account_last4, account_index, ifsc) in (0, 4)
  ),
  constraint account_shows_four_characters_at_most check (length(account_last4) <= 4),
  constraint card_shows_four_characters check (length(card_last4) = 4),
  constraint card_is_whole check (num_nulls(card_last4, card_network) in (0, 2) or bene_id is null),
  constraint tokens_come_with_their_transfer check (
    sealed_card is null or (bene_id is null and card_last4 is not null)
  ),
  constraint card_network_is_known check (card_network in ('visa', 'mastercard')),
  constraint status_is_known check (status in ('verified', 'invalid', 'awaiting_approval')),
  constraint only_listed_ones_claim_a_bank_account check (
    not account_claimed or (bene_id is not null and account_index is not null)
  ),
  constraint only_listed_ones_await_approval check (status <> 'awaiting_approval' or bene_id is not null),
  constraint only_listed_ones_are_removed check (removed_at is null or bene_id is not null),
  constraint removed_by_someone check ((removed_at is null) = (removed_by is null))
);

-- Each index has a condition of its own, which only the statements meant for it name. With an empty table all
-- indexes look alike, and a plan made then would be kept: it must find no other index than the right one.
create unique index listed_once on beneficiaries.beneficiary (merchant_id, bene_id)
where bene_id is not null and removed_at is null;

create unique index bank_account_listed_once on beneficiaries.beneficiary (merchant_id, account_index)
where account_claimed and removed_at is null;

create unique index unlisted_once on beneficiaries.beneficiary (merchant_id, fingerprint)
where fingerprint is not null;

create index listed_newest_first on beneficiaries.beneficiary (merchant_id, beneficiary_id)
where listed;

create index listed_by_bank_account on beneficiaries.beneficiary (merchant_id, account_index)
where listed and removed_at is null;

create table beneficiaries.setting (
  merchant_id uuid not null,
  -- Refuse a bank account that another listed beneficiary has.
  account_once boolean not null default true,
  -- How long after adding a beneficiary may not be paid yet.
  waiting_minutes integer not null default 0,
  constraint setting_once primary key (merchant_id),
  constraint waiting_at_most_a_day check (waiting_minutes between 0 and 1440)
);

select lib.protect('beneficiaries.beneficiary');
select lib.protect('beneficiaries.setting');

-- Bank details are immutable: whoever wants others removes the beneficiary and adds it again.
-- The sealed account may change only because it is sealed again under a newer master key.
revoke update on beneficiaries.beneficiary from vitaran_app;
grant update (sealed_account, sealed_card, status, removed_at, removed_by) on beneficiaries.beneficiary to vitaran_app;
