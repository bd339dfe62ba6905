-- Where a merchant's money is: wallet and bank accounts, the banks that pay for it, and what arrived.
create schema fund_sources;
grant usage on schema fund_sources to vitaran_app;

-- What the platform's own virtual accounts look like; nobody may list one as a beneficiary.
create function fund_sources.virtual_ifsc() returns text
language sql immutable parallel safe
return 'VTRN0000001';

create function fund_sources.virtual_vpa_handle() returns text
language sql immutable parallel safe
return 'vitaran';

create table fund_sources.bank_connection (
  merchant_id uuid not null references access.merchant (merchant_id),
  bank_id text not null,
  -- Names the bank's two ledger accounts.
  bank_no smallint not null,
  adapter text not null,
  base_url text not null,
  -- API key, callback secret and debit account, sealed for this bank and version.
  sealed_secrets bytea not null,
  debit_account_last4 text not null,
  -- Grows with every change, so that a process knows when what it has opened is old.
  version integer not null default 1,
  simulated boolean not null,
  merchant_mode text not null,
  enabled boolean not null default true,
  created_at timestamptz not null,
  constraint bank_connected_once primary key (merchant_id, bank_id),
  constraint bank_number_once unique (merchant_id, bank_no),
  -- Two ledger accounts each, below those of the fund sources.
  constraint bank_numbers_fit_the_chart check (bank_no between 0 and 449),
  constraint only_sandbox_merchants_use_simulated_banks check (simulated = (merchant_mode = 'sandbox')),
  constraint account_shows_four_characters_at_most check (length(debit_account_last4) <= 4),
  constraint bank_and_adapter_have_names check (bank_id <> '' and adapter <> '')
);

create table fund_sources.fund_source (
  merchant_id uuid not null references access.merchant (merchant_id),
  fund_source_id text not null,
  source_no smallint not null,
  kind text not null,
  name text not null,
  sealed_account bytea not null,
  account_last4 text not null,
  -- Blind index of account number and IFSC, the same as for beneficiaries.
  account_index bytea not null,
  ifsc text not null,
  -- The bank that holds a connected bank account; the wallet may leave by any.
  bank_id text,
  ledger_account_no integer not null generated always as (1000 + 10 * source_no::integer) stored,
  held_in_no integer not null generated always as (1001 + 10 * source_no::integer) stored,
  held_out_no integer not null generated always as (1002 + 10 * source_no::integer) stored,
  -- The overdraft limit is the ledger account's. A lower one that present use does not allow yet stands here.
  overdraft_target_paise bigint,
  low_balance_threshold_paise bigint not null default 0,
  notify_low_balance boolean not null default false,
  -- When the balance was seen below the threshold and told; null: it is not below.
  low_since timestamptz,
  last_top_up_paise bigint,
  last_withdrawal_paise bigint,
  last_internal_transfer_paise bigint,
  active boolean not null default true,
  opened_at timestamptz not null,
  constraint fund_source_once primary key (merchant_id, fund_source_id),
  constraint fund_source_number_once unique (merchant_id, source_no),
  constraint bank_account_is_one_fund_source unique (merchant_id, account_index),
  constraint held_at_a_connected_bank foreign key (merchant_id, bank_id)
    references fund_sources.bank_connection (merchant_id, bank_id),
  constraint kind_is_known check (kind in ('wallet', 'bank_account')),
  constraint the_wallet_is_number_zero check ((kind = 'wallet') = (source_no = 0)),
  constraint only_bank_accounts_name_their_bank check ((kind = 'bank_account') = (bank_id is not null)),
  constraint source_numbers_fit_the_chart check (source_no between 0 and 3000),
  constraint account_shows_four_characters_at_most check (length(account_last4) <= 4),
  constraint limits_are_not_negative check (low_balance_threshold_paise >= 0 and overdraft_target_paise >= 0)
);

-- Whose virtual account a number is. It belongs to no merchant: it is asked when only the number is known.
create table fund_sources.virtual_account (
  account_hash bytea not null,
  owner_merchant_id uuid not null references access.merchant (merchant_id),
  fund_source_id text not null,
  constraint virtual_account_number_once primary key (account_hash)
);

-- Money that arrived. A bank's UTR is credited once.
create table fund_sources.top_up (
  merchant_id uuid not null,
  bank_id text not null,
  utr text not null,
  top_up_id uuid not null,
  fund_source_id text not null,
  amount_paise bigint not null,
  from_name text,
  from_ifsc text,
  sealed_from_account bytea,
  from_account_last4 text,
  arrived_at timestamptz not null,
  constraint utr_credited_once primary key (merchant_id, bank_id, utr),
  constraint top_up_once unique (merchant_id, top_up_id),
  constraint arrived_at_a_connected_bank foreign key (merchant_id, bank_id)
    references fund_sources.bank_connection (merchant_id, bank_id),
  constraint credited_to_a_fund_source foreign key (merchant_id, fund_source_id)
    references fund_sources.fund_source (merchant_id, fund_source_id),
  constraint amount_is_positive check (amount_paise > 0),
  constraint utr_is_canonical check (utr ~ '^[0-9A-Z/_-]{1,35}$'),
  constraint account_shows_four_characters_at_most check (length(from_account_last4) <= 4)
);

select lib.protect('fund_sources.bank_connection');
select lib.protect('fund_sources.fund_source');
select lib.protect_append_only('fund_sources.top_up');
select lib.open_directory('fund_sources.virtual_account');

-- Which bank account a fund source is, its numbers and a connection's mode never change.
revoke update on fund_sources.virtual_account from vitaran_app;
revoke update on fund_sources.bank_connection from vitaran_app;
grant update (adapter, base_url, sealed_secrets, debit_account_last4, version, enabled)
  on fund_sources.bank_connection to vitaran_app;
revoke update on fund_sources.fund_source from vitaran_app;
grant update (
  name, sealed_account, overdraft_target_paise, low_balance_threshold_paise, notify_low_balance, low_since,
  last_top_up_paise, last_withdrawal_paise, last_internal_transfer_paise, active
) on fund_sources.fund_source to vitaran_app;
