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
