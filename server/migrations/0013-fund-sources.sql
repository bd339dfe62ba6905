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

-- A bank that pays for the merchant.
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
  -- A bank that is not to be sent to: stopped for a reason that a person must look into, or until its statements since
  -- a restore of the database are in.
  stopped_because text,
  recovering_since timestamptz,
  -- When recovering began; by then the bank had made every payment that was lost.
  recovery_began_at timestamptz,
  -- Where letters to a bank go: its name as it is written on them, and its address.
  letter_name text,
  letter_address text,
  -- Since when it is stopped because a statement did not agree: people ask that before they look for the line.
  stopped_at timestamptz,
  -- The largest unexplained amount that stopped it, in paise: it goes on when the stop limit is raised above that.
  -- Null: it is not stopped, or for another reason as well.
  stopped_paise bigint,
  constraint bank_connected_once primary key (merchant_id, bank_id),
  constraint bank_number_once unique (merchant_id, bank_no),
  -- Two ledger accounts each, below those of the fund sources.
  constraint bank_numbers_fit_the_chart check (bank_no between 0 and 449),
  constraint only_sandbox_merchants_use_simulated_banks check (simulated = (merchant_mode = 'sandbox')),
  constraint account_shows_four_characters_at_most check (length(debit_account_last4) <= 4),
  constraint bank_and_adapter_have_names check (bank_id <> '' and adapter <> ''),
  constraint bank_stopped_is_off check (stopped_because is null or not enabled),
  constraint recovery_has_begun check ((recovering_since is null) = (recovery_began_at is null)),
  constraint a_letter_needs_name_and_address check ((letter_name is null) = (letter_address is null)),
  constraint a_letter_fits_an_envelope check (
    length(letter_name) between 1 and 100 and length(letter_address) between 1 and 300
  ),
  constraint amount_of_a_stopped_bank check (stopped_paise is null or stopped_because is not null)
);
select lib.protect_append_only('fund_sources.bank_connection');
grant update (
  adapter, base_url, sealed_secrets, debit_account_last4, version, enabled, stopped_because,
  recovering_since, recovery_began_at, letter_name, letter_address, stopped_at, stopped_paise
) on fund_sources.bank_connection to vitaran_app;

-- Several fund sources share the payouts, and money moves between them. "Transit" is the fund source of what is on its
-- way out and no longer the merchant's to spend: withdrawals that are made, and money to be sent back to whoever sent
-- it. Co-lending keeps the money of lender and originator apart, and what lies between them and the borrower: three
-- ledgers that are fund sources, which no order of the merchant may name. Loans are paid from the intermediate one.
create table fund_sources.fund_source (
  merchant_id uuid not null references access.merchant (merchant_id),
  fund_source_id text not null,
  source_no smallint not null,
  kind text not null,
  name text not null,
  -- Transit and the intermediate ledger have no bank account.
  sealed_account bytea,
  account_last4 text,
  -- Blind index of account number and IFSC, the same as for beneficiaries.
  account_index bytea,
  ifsc text,
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
  -- How much of the orders that name no fund source it pays. All zero: the wallet pays them.
  share_percent smallint not null default 0,
  constraint fund_source_once primary key (merchant_id, fund_source_id),
  constraint fund_source_number_once unique (merchant_id, source_no),
  constraint bank_account_is_one_fund_source unique (merchant_id, account_index),
  constraint held_at_a_connected_bank foreign key (merchant_id, bank_id)
    references fund_sources.bank_connection (merchant_id, bank_id),
  constraint kind_is_known check (
    kind in ('wallet', 'bank_account', 'transit', 'intermediate', 'originator', 'lender')
  ),
  constraint the_wallet_is_number_zero check ((kind = 'wallet') = (source_no = 0)),
  constraint only_bank_accounts_name_their_bank check ((kind = 'bank_account') = (bank_id is not null)),
  constraint source_numbers_fit_the_chart check (source_no between 0 and 3003),
  constraint account_shows_four_characters_at_most check (length(account_last4) <= 4),
  constraint limits_are_not_negative check (low_balance_threshold_paise >= 0 and overdraft_target_paise >= 0),
  constraint transit_is_number_three_thousand check ((kind = 'transit') = (source_no = 3000)),
  constraint share_is_a_percentage check (share_percent between 0 and 100),
  constraint only_what_can_pay_has_a_share check (
    share_percent = 0 or (active and kind in ('wallet', 'bank_account'))
  ),
  constraint ledgers_of_loans_have_numbers_of_their_own check (
    source_no = case kind when 'intermediate' then 3001 when 'originator' then 3002 when 'lender' then 3003
      else least(source_no, 3000) end
  ),
  constraint all_but_passages_have_a_bank_account check (
    num_nulls(sealed_account, account_last4, account_index, ifsc)
      = case when kind in ('transit', 'intermediate') then 4 else 0 end
  )
);
select lib.protect_append_only('fund_sources.fund_source');
grant update (
  name, sealed_account, overdraft_target_paise, low_balance_threshold_paise, notify_low_balance,
  low_since, last_top_up_paise, last_withdrawal_paise, last_internal_transfer_paise, active,
  share_percent
) on fund_sources.fund_source to vitaran_app;
create index fund_source_to_watch on fund_sources.fund_source (merchant_id) where notify_low_balance and active;

-- Whose virtual account a number is. It belongs to no merchant: it is asked when only the number is known.
create table fund_sources.virtual_account (
  account_hash bytea not null,
  owner_merchant_id uuid not null references access.merchant (merchant_id),
  fund_source_id text not null,
  constraint virtual_account_number_once primary key (account_hash)
);
-- Which bank account a fund source is, its numbers and a connection's mode never change.
grant select, insert on fund_sources.virtual_account to vitaran_app;

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
  -- It came from another account than the registered one: it lies in transit and goes back.
  suspended boolean not null default false,
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
select lib.protect_append_only('fund_sources.top_up');
create index top_up_suspended on fund_sources.top_up (merchant_id, arrived_at) where suspended;

-- The business's own bank account: recharges count only from it, withdrawals go only to it.
create table fund_sources.registered_account (
  merchant_id uuid not null,
  -- Counts from 1; the account with the highest is the one in force.
  version integer not null,
  holder_name text not null,
  sealed_account bytea not null,
  account_last4 text not null,
  -- Blind index of account number and IFSC, the same as for fund sources.
  account_index bytea not null,
  ifsc text not null,
  registered_at timestamptz not null,
  registered_by text not null,
  constraint registered_account_once primary key (merchant_id, version),
  constraint version_counts_from_one check (version >= 1),
  constraint account_shows_four_characters_at_most check (length(account_last4) <= 4)
);
-- It may only be sealed again, under a newer master key.
select lib.protect_append_only('fund_sources.registered_account');
grant update (sealed_account) on fund_sources.registered_account to vitaran_app;

-- Money that moved between two fund sources of the merchant: one ledger entry each.
create table fund_sources.internal_transfer (
  merchant_id uuid not null,
  internal_transfer_id uuid not null,
  -- The merchant's own id of it, for ever; made by us when the merchant gave none.
  transfer_key text not null,
  reference_id bigint not null,
  from_id text not null,
  to_id text not null,
  amount_paise bigint not null,
  remarks text not null,
  moved_at timestamptz not null,
  moved_by text not null,
  constraint internal_transfer_once primary key (merchant_id, internal_transfer_id),
  constraint internal_transfer_key_once unique (merchant_id, transfer_key),
  constraint internal_transfer_reference_once unique (merchant_id, reference_id),
  constraint moved_from_a_fund_source foreign key (merchant_id, from_id)
    references fund_sources.fund_source (merchant_id, fund_source_id),
  constraint moved_to_a_fund_source foreign key (merchant_id, to_id)
    references fund_sources.fund_source (merchant_id, fund_source_id),
  constraint moved_to_another check (from_id <> to_id),
  constraint amount_is_positive check (amount_paise > 0)
);
select lib.protect_append_only('fund_sources.internal_transfer');

-- Requests for an overdraft limit, and the operator's decisions.
create table fund_sources.overdraft_request (
  merchant_id uuid not null,
  request_id uuid not null,
  fund_source_id text not null,
  limit_paise bigint not null,
  because text not null,
  status text not null,
  requested_at timestamptz not null,
  requested_by text not null,
  answer text,
  decided_at timestamptz,
  decided_by text,
  constraint overdraft_request_once primary key (merchant_id, request_id),
  constraint asked_for_a_fund_source foreign key (merchant_id, fund_source_id)
    references fund_sources.fund_source (merchant_id, fund_source_id),
  constraint limit_is_not_negative check (limit_paise >= 0),
  constraint status_is_known check (status in ('requested', 'granted', 'declined')),
  constraint decided_by_someone check (
    (status = 'requested') = (decided_at is null) and (decided_at is null) = (decided_by is null)
  ),
  constraint declined_for_a_reason check (status <> 'declined' or answer is not null)
);
-- What was asked for never changes, only what became of it.
select lib.protect_append_only('fund_sources.overdraft_request');
grant update (status, answer, decided_at, decided_by) on fund_sources.overdraft_request to vitaran_app;
create unique index one_open_overdraft_request_per_fund_source
on fund_sources.overdraft_request (merchant_id, fund_source_id)
where status = 'requested';

-- Banks of a known protocol that an operator has added: what each can do, as its contract says. The same for all
-- merchants that are connected to it.
create table fund_sources.bank (
  bank_id text primary key,
  adapter text not null,
  name text not null,
  -- The first four letters of its IFSCs; null: it holds no accounts under one.
  ifsc_code text,
  capabilities jsonb not null,
  -- Grows with every change, so that a process knows when what it has learnt is old.
  version integer not null default 1,
  changed_by text not null,
  changed_at timestamptz not null,
  constraint bank_id_is_a_word check (bank_id ~ '^[a-z][a-z0-9_-]{1,31}$'),
  constraint bank_ifsc_code_is_four_letters check (ifsc_code ~ '^[A-Z]{4}$')
);
select lib.open_directory('fund_sources.bank');
