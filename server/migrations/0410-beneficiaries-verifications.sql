-- Who asked a bank in whose name a bank account or VPA stands, what the bank said, and how well the names agree.

-- What the merchant pays for one answer, before tax; null: what the price list says.
alter table beneficiaries.setting add column verification_fee_paise bigint;
alter table beneficiaries.setting
add constraint verification_fee_is_not_negative check (verification_fee_paise >= 0);

-- A number for each verification of a merchant, for the outside.
create table beneficiaries.verification_counter (
  merchant_id uuid not null,
  last_no bigint not null,
  constraint counter_once primary key (merchant_id)
);

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
  constraint name_lookups_deposit_nothing_negative check (deposited_paise >= 0)
) with (fillfactor = 80);

create index verification_due on beneficiaries.verification (merchant_id, due_at) where status = 'waiting';
create index verification_of_bulk on beneficiaries.verification (merchant_id, bulk_id, row_no)
where bulk_id is not null;
create index verification_of_user on beneficiaries.verification (merchant_id, user_key, verification_no)
where user_key is not null;
create index bulk_newest on beneficiaries.bulk_verification (merchant_id, requested_at);

select lib.protect('beneficiaries.verification_counter');
select lib.protect_append_only('beneficiaries.bulk_verification');
select lib.protect('beneficiaries.verification');

-- What was asked never changes, only what became of it.
revoke update on beneficiaries.verification from vitaran_app;
grant update (
  sealed_account, status, asked, due_at, bank_id, name_at_bank, score, outcome, code, utr, deposited_paise, failure,
  finished_at
) on beneficiaries.verification to vitaran_app;
