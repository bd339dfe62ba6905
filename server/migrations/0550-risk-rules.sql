-- What a merchant allows its own transfers: modes, rules, payees never to be paid. Checked on every order.
create schema risk;
grant usage on schema risk to vitaran_app;

create table risk.mode_set (
  merchant_id uuid not null primary key,
  -- Modes that the merchant has not been given at all, and those it has switched off.
  unavailable_modes text[] not null default '{}',
  disabled_modes text[] not null default '{}'
);

-- Every version of every rule. A rule is changed by a new version, so what spoke once can be read for ever.
create table risk.rule (
  merchant_id uuid not null,
  rule_id uuid not null,
  version integer not null,
  kind text not null,
  -- What the kind asks for; amounts in paise.
  parameters jsonb not null,
  scope text not null,
  -- One fund source, beneficiary or rail; null: each of them for itself.
  scope_id text,
  effect text not null,
  -- Rules are asked in the order of their places.
  place integer not null,
  active boolean not null,
  set_at timestamptz not null,
  set_by text not null,
  -- When a newer version, or the removal of the rule, ended this one; null: it is the current one.
  ended_at timestamptz,
  ended_by text,
  constraint rule_version_once primary key (merchant_id, rule_id, version),
  constraint version_counts_from_one check (version >= 1),
  constraint kind_is_known check (
    kind in (
      'trusted_amount', 'transfer_limit', 'daily_limit', 'velocity', 'new_payee', 'duplicate', 'unusual_amount'
    )
  ),
  constraint parameters_are_named check (jsonb_typeof(parameters) = 'object'),
  constraint scope_is_known check (scope in ('merchant', 'fund_source', 'beneficiary', 'rail')),
  constraint there_is_one_merchant check (scope <> 'merchant' or scope_id is null),
  constraint effect_is_known check (effect in ('allow', 'review', 'block')),
  constraint only_trust_allows check ((kind = 'trusted_amount') = (effect = 'allow')),
  constraint place_is_sensible check (place between 0 and 1000000),
  constraint ended_by_someone check ((ended_at is null) = (ended_by is null))
);

create unique index rule_has_one_current_version on risk.rule (merchant_id, rule_id) where ended_at is null;
create index rule_in_force on risk.rule (merchant_id, place) where active and ended_at is null;

create table risk.blocked_payee (
  merchant_id uuid not null,
  block_id uuid not null,
  kind text not null,
  -- A bank account or card token by its blind index, everything else as its cleaned text.
  key text not null,
  -- What people may see of it.
  shown text not null,
  because text not null,
  blocked_at timestamptz not null,
  blocked_by text not null,
  -- Until then; null: for ever.
  expires_at timestamptz,
  unblocked_at timestamptz,
  unblocked_by text,
  constraint block_once primary key (merchant_id, block_id),
  constraint kind_is_known check (kind in ('beneficiary', 'account', 'vpa', 'phone', 'ifsc', 'bank', 'card')),
  constraint blocked_for_a_reason check (because <> ''),
  constraint unblocked_by_someone check ((unblocked_at is null) = (unblocked_by is null))
);

create unique index payee_blocked_once on risk.blocked_payee (merchant_id, kind, key) where unblocked_at is null;

-- What was accepted, counted per subject and day in India or minute. Kept only where a rule counts it.
create table risk.usage (
  merchant_id uuid not null,
  span text not null,
  -- The merchant, one of its fund sources or beneficiaries, or a rail.
  subject text not null,
  starts_at timestamptz not null,
  transfers integer not null,
  paise bigint not null,
  constraint usage_counted_once primary key (merchant_id, span, subject, starts_at),
  constraint span_is_known check (span in ('day', 'minute'))
) with (fillfactor = 50);

-- Accepted transfers by where they pay to, for rules that compare. Kept only where there is such a rule.
create table risk.precedent (
  merchant_id uuid not null,
  transfer_id uuid not null,
  reference_id bigint not null,
  destination bytea not null,
  amount_paise bigint not null,
  accepted_at timestamptz not null,
  constraint precedent_once primary key (merchant_id, transfer_id)
);

create index precedent_by_destination on risk.precedent (merchant_id, destination, reference_id desc);
create index precedent_by_amount on risk.precedent (merchant_id, destination, amount_paise, accepted_at desc);

-- Why a transfer was stopped or is to be looked at: the rule that spoke, as it was then, and what it had counted.
create table risk.verdict (
  merchant_id uuid not null,
  transfer_id uuid not null,
  -- When the order was accepted, or later, before it was sent.
  stage text not null,
  effect text not null,
  code text not null,
  reason text not null,
  kind text not null,
  -- The rule or the block; null: a mode that the merchant does not have.
  rule_id uuid,
  rule_version integer,
  scope text,
  scope_id text,
  parameters jsonb not null,
  counted jsonb not null,
  judged_at timestamptz not null,
  constraint verdict_once primary key (merchant_id, transfer_id, stage),
  constraint stage_is_known check (stage in ('accept', 'dispatch')),
  constraint only_what_is_not_allowed_is_kept check (effect in ('review', 'block'))
);

create index verdict_of_rule on risk.verdict (merchant_id, rule_id, transfer_id) where rule_id is not null;

select lib.protect('risk.mode_set');
select lib.protect('risk.rule');
select lib.protect('risk.blocked_payee');
select lib.protect('risk.usage');
select lib.protect_append_only('risk.precedent');
select lib.protect_append_only('risk.verdict');

-- A version never changes: it ends.
revoke update on risk.rule from vitaran_app;
grant update (ended_at, ended_by) on risk.rule to vitaran_app;
