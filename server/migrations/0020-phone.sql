-- Pay to phone: which VPA and whose name a bank told for a phone number, so that a payment can be explained for ever.
create schema phone;
grant usage on schema phone to vitaran_app;

-- Phone number and VPA of a lookup stand sealed in their columns.
create table phone.lookup (
  merchant_id uuid not null,
  -- The origin of the transfer that it led to, if any.
  lookup_id uuid not null,
  transfer_key text not null,
  phone text not null,
  given_name text,
  bank_id text not null,
  vpa text not null,
  name_at_bank text not null,
  score smallint,
  outcome text,
  -- Whether the names agree well enough to pay, or need not.
  payable boolean not null,
  looked_up_at timestamptz not null,
  -- Whose number it was, where a listed beneficiary is paid by it: the payment reads back under the merchant's own id.
  bene_id text,
  vpa_index bytea,
  constraint lookup_once primary key (merchant_id, lookup_id),
  constraint score_comes_with_its_outcome check ((score is null) = (outcome is null)),
  constraint only_given_names_are_scored check (score is null or given_name is not null),
  constraint outcome_is_known check (
    outcome in ('direct_match', 'good_partial_match', 'moderate_match', 'poor_match', 'no_match')
  ),
  constraint vpa_index_is_a_hash check (octet_length(vpa_index) = 32)
);
select lib.protect_append_only('phone.lookup');
grant update (phone, vpa, vpa_index) on phone.lookup to vitaran_app;

create table phone.setting (
  merchant_id uuid not null,
  -- Pay only when the bank has the beneficiary's name.
  check_name boolean not null default true,
  constraint setting_once primary key (merchant_id)
);
select lib.protect('phone.setting');
