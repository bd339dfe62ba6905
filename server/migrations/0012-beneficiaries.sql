-- Payees are kept so that a merchant can pay again by a short id, and what was paid can be shown for ever.
create schema beneficiaries;
grant usage on schema beneficiaries to vitaran_app;

-- VPA, phone, e-mail and postal address stand sealed in their columns, and equal ones are found by keyed indexes. Rows
-- that a worker has not sealed yet have them in clear and no index.
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
  vpa_index bytea,
  phone_index bytea,
  email_index bytea,
  -- The bank app behind a VPA: the part after the @, in small letters.
  vpa_handle text,
  phone_last4 text,
  -- Whether a member removed it without another person: an Owner can restore it, and such removals are counted.
  removed_alone boolean not null default false,
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
  constraint removed_by_someone check ((removed_at is null) = (removed_by is null)),
  constraint contact_indexes_are_hashes check (
    octet_length(vpa_index) = 32 and octet_length(phone_index) = 32 and octet_length(email_index) = 32
  ),
  constraint only_removed_ones_were_removed_alone check (not removed_alone or removed_at is not null)
);
-- Bank details are immutable: whoever wants others removes the beneficiary and adds it again.
-- The sealed account may change only because it is sealed again under a newer master key.
select lib.protect_append_only('beneficiaries.beneficiary');
grant update (
  sealed_account, sealed_card, status, removed_at, removed_by, vpa, phone, email, address1, address2,
  city, state, pincode, vpa_index, phone_index, email_index, vpa_handle, phone_last4, removed_alone
) on beneficiaries.beneficiary to vitaran_app;

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

-- Beneficiaries are searched by any part of their name or details: rows are read without their sealed parts. Rows
-- come in the order of their ids, so that an insert touches the end of the index only.
create index payee_search on beneficiaries.beneficiary (merchant_id, beneficiary_id)
include (name, bene_id, account_last4, card_last4, vpa_index, phone_index, email_index);

-- Rows that are not sealed yet: of a new installation there are none.
create index payee_not_sealed on beneficiaries.beneficiary (merchant_id, beneficiary_id)
where num_nulls(vpa_index, phone_index, email_index) = 3 and num_nonnulls(vpa, phone, email) > 0;

-- Finds the accounts that a merchant's ID of a beneficiary stood for before, removed ones included, so that approvers
-- see when it stands for another one.
create index listed_by_id on beneficiaries.beneficiary (merchant_id, bene_id) where bene_id is not null;

-- Payments to one account are compared however its number and branch are written: payees whose number ends alike, or
-- whose UPI ID names an account, are found and opened. Those with an equal UPI ID, phone or card are found too.
create index payee_by_account_end on beneficiaries.beneficiary (merchant_id, account_last4)
  where account_last4 is not null;
create index payee_by_account_vpa on beneficiaries.beneficiary (merchant_id, vpa_handle)
  where vpa_handle like '%.ifsc.npci';
create index payee_by_vpa on beneficiaries.beneficiary (merchant_id, vpa_index) where vpa_index is not null;
create index payee_by_phone on beneficiaries.beneficiary (merchant_id, phone_index) where phone_index is not null;
create index payee_by_card on beneficiaries.beneficiary (merchant_id, card_index) where card_index is not null;

-- Finds what was paid before to the account of a row, whether its payee is listed or not.
create index payee_of_account on beneficiaries.beneficiary (merchant_id, account_index) where account_index is not null;
create index removed_alone_by on beneficiaries.beneficiary (merchant_id, removed_by, removed_at) where removed_alone;

create table beneficiaries.setting (
  merchant_id uuid not null,
  -- Refuse a bank account that another listed beneficiary has.
  account_once boolean not null default true,
  -- How long after adding a beneficiary may not be paid yet.
  waiting_minutes integer not null default 0,
  -- What the merchant pays for one answer, before tax; null: what the price list says.
  verification_fee_paise bigint,
  constraint setting_once primary key (merchant_id),
  constraint waiting_at_most_a_day check (waiting_minutes between 0 and 1440),
  constraint verification_fee_is_not_negative check (verification_fee_paise >= 0)
);
select lib.protect('beneficiaries.setting');

-- A number for each verification of a merchant, for the outside.
create table beneficiaries.verification_counter (
  merchant_id uuid not null,
  last_no bigint not null,
  constraint counter_once primary key (merchant_id)
);
select lib.protect('beneficiaries.verification_counter');

-- Many verifications that were asked for together, under the merchant's own id.
create table beneficiaries.bulk_verification (
  merchant_id uuid not null,
  bulk_id uuid not null,
  bulk_key text not null,
  row_count integer not null,
  requested_at timestamptz not null,
  constraint bulk_once primary key (merchant_id, bulk_id),
  constraint bulk_key_once unique (merchant_id, bulk_key),
  constraint a_bulk_has_rows check (row_count > 0)
);
select lib.protect_append_only('beneficiaries.bulk_verification');
create index bulk_newest on beneficiaries.bulk_verification (merchant_id, requested_at);

create table beneficiaries.verification (
  merchant_id uuid not null,
  verification_id uuid not null,
  verification_no bigint not null,
  -- direct: somebody waits for the answer; async and bulk: the worker asks.
  method text not null,
  kind text not null,
  bulk_id uuid,
  row_no integer,
  -- The merchant's own id of whom it is about.
  user_key text,
  given_name text,
  phone text,
  remarks text,
  sealed_account bytea,
  account_last4 text,
  account_index bytea,
  ifsc text,
  vpa text,
  status text not null,
  -- How often banks were asked; a claim counts before it asks.
  asked smallint not null default 0,
  -- When it may be asked (again); whoever has claimed it has moved this ahead.
  due_at timestamptz,
  bank_id text,
  name_at_bank text,
  score smallint,
  outcome text,
  -- Of an answer that there is nobody: the bank's code. Of a row that nobody could ask about: what is wrong.
  code text,
  utr text,
  deposited_paise bigint,
  failure text,
  fee_paise bigint not null,
  tax_paise bigint not null,
  requested_at timestamptz not null,
  finished_at timestamptz,
  vpa_index bytea,
  constraint verification_once primary key (merchant_id, verification_id),
  constraint verification_number_once unique (merchant_id, verification_no),
  constraint row_of_a_bulk foreign key (merchant_id, bulk_id) references beneficiaries.bulk_verification,
  constraint method_is_known check (method in ('direct', 'async', 'bulk')),
  constraint kind_is_known check (kind in ('account', 'vpa')),
  constraint only_bulks_have_rows check (
    (method = 'bulk') = (bulk_id is not null) and (bulk_id is null) = (row_no is null)
  ),
  constraint asks_for_what_it_is_about check (
    case kind when 'vpa' then vpa is not null else num_nulls(sealed_account, account_last4, ifsc) = 0 end
  ),
  constraint account_shows_four_characters_at_most check (length(account_last4) <= 4),
  constraint status_is_known check (status in ('waiting', 'found', 'not_found', 'failed')),
  constraint waiting_is_due check ((status = 'waiting') = (due_at is not null)),
  constraint finished_has_a_moment check ((status = 'waiting') = (finished_at is null)),
  constraint found_has_a_name check ((status = 'found') = (name_at_bank is not null)),
  constraint only_names_are_scored check (score is null or (name_at_bank is not null and given_name is not null)),
  constraint score_comes_with_its_outcome check ((score is null) = (outcome is null)),
  constraint outcome_is_known check (
    outcome in ('direct_match', 'good_partial_match', 'moderate_match', 'poor_match', 'no_match')
  ),
  constraint failed_for_a_reason check ((status = 'failed') = (failure is not null)),
  constraint failure_is_known check (
    failure in ('unavailable', 'refused', 'unknown', 'unsupported', 'malformed')
  ),
  constraint charges_are_not_negative check (fee_paise >= 0 and tax_paise >= 0),
  constraint name_lookups_deposit_nothing_negative check (deposited_paise >= 0),
  constraint vpa_index_is_a_hash check (octet_length(vpa_index) = 32)
) with (fillfactor = 80);
-- What was asked never changes, only what became of it.
select lib.protect_append_only('beneficiaries.verification');
grant update (
  sealed_account, status, asked, due_at, bank_id, name_at_bank, score, outcome, code, utr,
  deposited_paise, failure, finished_at, vpa, phone, vpa_index
) on beneficiaries.verification to vitaran_app;
create index verification_due on beneficiaries.verification (merchant_id, due_at) where status = 'waiting';
create index verification_of_bulk on beneficiaries.verification (merchant_id, bulk_id, row_no)
where bulk_id is not null;
create index verification_of_user on beneficiaries.verification (merchant_id, user_key, verification_no)
where user_key is not null;

-- A bank's last answer on the holder's name of an account or VPA, for lists.
create index verification_of_account on beneficiaries.verification (merchant_id, account_index, verification_no)
where status in ('found', 'not_found') and account_index is not null;
create index verification_of_vpa on beneficiaries.verification (merchant_id, vpa_index, verification_no)
where status in ('found', 'not_found') and vpa_index is not null;

-- What a payee's VPA ends with, for rows that are sealed and rows that are not.
create function beneficiaries.handle_of(vpa_handle text, vpa text) returns text
language sql immutable parallel safe
return coalesce(vpa_handle, lower(split_part(vpa, '@', 2)));

-- IFSCs are published later than branches open. What a bank has accepted, or the operator adds, counts beside the list.
create table beneficiaries.known_ifsc (
  ifsc text not null,
  -- operator: by hand; bank: it found an account there; simulated bank: the same, which counts in no production.
  said_by text not null,
  -- The code that the branch has now; null: this one.
  replaced_by text,
  said_at timestamptz not null default clock_timestamp(),
  primary key (ifsc),
  constraint known_ifsc_has_its_form check (ifsc ~ '^[A-Z]{4}0[A-Z0-9]{6}$'),
  constraint replacement_has_its_form check (replaced_by ~ '^[A-Z]{4}0[A-Z0-9]{6}$' and replaced_by <> ifsc),
  constraint someone_said_it check (said_by in ('operator', 'bank', 'simulated bank'))
);
select lib.open_directory('beneficiaries.known_ifsc');

-- A newer list than the one that comes with the program, as the operator has loaded it: its codes, packed.
create table beneficiaries.ifsc_list (
  only_row boolean primary key default true,
  listed_on date not null,
  codes bytea not null,
  loaded_at timestamptz not null default clock_timestamp(),
  constraint there_is_one_row check (only_row)
);
select lib.open_directory('beneficiaries.ifsc_list');

-- Where a payee is paid, listed or not, removed ones included. A listed card has no token of its own. It is known by
-- its holder's phone number, its network and its last digits.
create view beneficiaries.destination with (security_invoker = true) as
select merchant_id, beneficiary_id, account_index, account_last4, sealed_account, ifsc, vpa, vpa_handle, vpa_index,
  phone, phone_index, card_index, added_at, card_last4, card_network
from beneficiaries.beneficiary;
grant select on beneficiaries.destination to vitaran_app;
