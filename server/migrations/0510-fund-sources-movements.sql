-- Several fund sources share the payouts, money moves between them, and only the registered account may recharge.

-- "Transit" is the fund source of what is on its way out and no longer the merchant's to spend: withdrawals that are
-- made, and money to be sent back to whoever sent it. It has no bank account.
alter table fund_sources.fund_source
  alter column sealed_account drop not null,
  alter column account_last4 drop not null,
  alter column account_index drop not null,
  alter column ifsc drop not null,
  drop constraint kind_is_known,
  add constraint kind_is_known check (kind in ('wallet', 'bank_account', 'transit')),
  add constraint transit_is_number_three_thousand check ((kind = 'transit') = (source_no = 3000)),
  add constraint all_but_transit_have_a_bank_account check (
    num_nulls(sealed_account, account_last4, account_index, ifsc) = case kind when 'transit' then 4 else 0 end
  ),
  -- How much of the orders that name no fund source it pays. All zero: the wallet pays them.
  add column share_percent smallint not null default 0,
  add constraint share_is_a_percentage check (share_percent between 0 and 100),
  add constraint only_what_can_pay_has_a_share check (share_percent = 0 or (active and kind <> 'transit'));

grant update (share_percent) on fund_sources.fund_source to vitaran_app;

create index fund_source_to_watch on fund_sources.fund_source (merchant_id) where notify_low_balance and active;

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
select lib.protect('fund_sources.registered_account');
-- It may only be sealed again, under a newer master key.
revoke update on fund_sources.registered_account from vitaran_app;
grant update (sealed_account) on fund_sources.registered_account to vitaran_app;

-- It came from another account than the registered one: it lies in transit and goes back.
alter table fund_sources.top_up add column suspended boolean not null default false;
create index top_up_suspended on fund_sources.top_up (merchant_id, arrived_at) where suspended;

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
