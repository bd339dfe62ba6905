-- Loans that a lender and an originator (the merchant) pay together, and what they have agreed on.
create schema lending;
grant usage on schema lending to vitaran_app;

-- How each loan is split. The one with the highest version is in force.
create table lending.agreement (
  merchant_id uuid not null,
  -- Counts from 1.
  version integer not null,
  lender_name text not null,
  lender_percent smallint not null,
  originator_percent smallint not null,
  -- Whether loans may be made under it.
  enabled boolean not null,
  agreed_at timestamptz not null,
  agreed_by text not null,
  constraint agreement_once primary key (merchant_id, version),
  constraint version_counts_from_one check (version >= 1),
  constraint shares_are_percentages check (lender_percent >= 0 and originator_percent >= 0),
  constraint shares_are_whole check (lender_percent + originator_percent = 100),
  constraint lender_has_a_name check (lender_name <> '')
);
select lib.protect_append_only('lending.agreement');

create table lending.loan (
  merchant_id uuid not null,
  loan_id uuid not null,
  -- The merchant's own id of it, which is its transfer's key too: for ever.
  loan_key text not null,
  agreement_version integer not null,
  -- What the borrower asked for: the disbursal and all service charges.
  amount_paise bigint not null,
  disbursal_paise bigint not null,
  -- Whose charge it is follows from its name.
  lender_charges_paise bigint not null,
  originator_charges_paise bigint not null,
  -- The shares; both together are the amount.
  lender_paise bigint not null,
  originator_paise bigint not null,
  -- What the platform takes for the transfer, tax included: it is the merchant's, and comes from the wallet.
  fee_paise bigint not null,
  status text not null,
  -- When the charges are to be passed on, or the shares to go back; null: nothing is to be done.
  due_at timestamptz,
  lent_at timestamptz not null,
  lent_by text not null,
  finished_at timestamptz,
  charges_passed_on_at timestamptz,
  given_back_at timestamptz,
  constraint loan_once primary key (merchant_id, loan_id),
  constraint loan_key_once unique (merchant_id, loan_key),
  constraint amounts_make_sense check (
    disbursal_paise > 0 and lender_charges_paise >= 0 and originator_charges_paise >= 0
    and lender_paise >= 0 and originator_paise >= 0 and fee_paise >= 0
  ),
  constraint disbursal_and_charges_are_the_amount check (
    disbursal_paise + lender_charges_paise + originator_charges_paise = amount_paise
  ),
  constraint shares_are_the_amount check (lender_paise + originator_paise = amount_paise),
  constraint status_is_known check (status in ('disbursing', 'disbursed', 'failed', 'returned')),
  constraint finished_has_a_moment check ((status = 'disbursing') = (finished_at is null)),
  constraint given_back_is_what_was_not_lent check (given_back_at is null or status in ('failed', 'returned')),
  constraint charges_come_with_the_disbursal check (
    charges_passed_on_at is null or status in ('disbursed', 'returned')
  ),
  constraint due_is_what_is_left_to_do check (
    case
      when status = 'disbursing' then due_at is null
      when status = 'disbursed' then (due_at is not null) =
        (lender_charges_paise + originator_charges_paise > 0 and charges_passed_on_at is null)
      else (due_at is null) = (given_back_at is not null)
    end
  ),
  constraint lent_under_an_agreement foreign key (merchant_id, agreement_version)
    references lending.agreement (merchant_id, version)
);
-- What was lent never changes; only what became of it.
select lib.protect_append_only('lending.loan');
grant update (
  status, due_at, finished_at, charges_passed_on_at, given_back_at
) on lending.loan to vitaran_app;
create index loan_due on lending.loan (merchant_id, due_at) where due_at is not null;

-- What is taken from the amount before it is disbursed, as the merchant named it.
create table lending.charge (
  merchant_id uuid not null,
  loan_id uuid not null,
  place smallint not null,
  name text not null,
  amount_paise bigint not null,
  party text not null,
  constraint charge_once primary key (merchant_id, loan_id, place),
  constraint charge_of_a_loan foreign key (merchant_id, loan_id) references lending.loan (merchant_id, loan_id),
  constraint amount_is_not_negative check (amount_paise >= 0),
  constraint party_is_known check (party in ('lender', 'originator'))
);
select lib.protect_append_only('lending.charge');
