-- Why a transfer went by which rail and bank must be answerable years later, so each distinct decision is kept once.
create schema routing;
grant usage on schema routing to vitaran_app;

create table routing.decision (
  merchant_id uuid not null,
  -- Made from the explanation itself, so that equal decisions meet in one row.
  decision_id uuid not null,
  rail text,
  bank_id text,
  explanation jsonb not null,
  created_at timestamptz not null,
  primary key (merchant_id, decision_id),
  constraint decision_chooses_rail_and_bank_or_neither check ((rail is null) = (bank_id is null)),
  constraint decision_is_a_known_rail check (
    rail in ('imps', 'neft', 'rtgs', 'upi', 'paytm', 'amazonpay', 'card')
  ),
  constraint decision_says_what_it_explains check (
    explanation #>> '{chosen,rail}' is not distinct from rail
    and explanation #>> '{chosen,bankId}' is not distinct from bank_id
  )
);
select lib.protect_append_only('routing.decision');

-- By which policy a merchant's transfers are routed. Decisions name the version, so that none is ever changed; the one
-- with the highest number is in force, and without any the one that comes with the product.
create table routing.policy (
  merchant_id uuid not null,
  version integer not null,
  policy jsonb not null,
  because text not null,
  set_by text not null,
  set_at timestamptz not null,
  constraint policy_version_once primary key (merchant_id, version),
  constraint policy_versions_count_from_one check (version > 0)
);
select lib.protect_append_only('routing.policy');
