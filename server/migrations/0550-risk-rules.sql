-- What a merchant allows its own transfers: modes, ceilings, beneficiaries never to be paid. Checked on every order.
create schema risk;
grant usage on schema risk to vitaran_app;

create table risk.rule_set (
  merchant_id uuid not null primary key,
  -- Modes that the merchant has not been given at all, and those it has switched off.
  unavailable_modes text[] not null default '{}',
  disabled_modes text[] not null default '{}',
  account_limit_per_day_paise bigint,
  beneficiary_limit_per_day_paise bigint,
  constraint limits_are_positive check (
    coalesce(account_limit_per_day_paise, 1) > 0 and coalesce(beneficiary_limit_per_day_paise, 1) > 0
  )
);

create table risk.blocked_beneficiary (
  merchant_id uuid not null,
  beneficiary_id uuid not null,
  because text not null,
  blocked_at timestamptz not null,
  unblocked_at timestamptz,
  constraint beneficiary_blocked_once primary key (merchant_id, beneficiary_id)
);

-- What was accepted on a day, for the whole merchant (its own id) and for each beneficiary.
-- Kept only where a limit is set.
create table risk.usage (
  merchant_id uuid not null,
  day date not null,
  subject_id uuid not null,
  accepted_paise bigint not null,
  constraint usage_counted_once primary key (merchant_id, day, subject_id)
) with (fillfactor = 50);

select lib.protect('risk.rule_set');
select lib.protect('risk.blocked_beneficiary');
select lib.protect('risk.usage');
