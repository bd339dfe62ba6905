-- Payees whose details are erased: what was asked, and the certificate of what was erased where.
create schema erasures;
grant usage on schema erasures to vitaran_app;

create table erasures.erasure (
  merchant_id uuid not null,
  erasure_id uuid not null,
  -- Counts the merchant's erasures.
  erasure_no integer not null,
  -- The payee's rows, which stay without its details, and keyed indexes of those of its details that no other payee
  -- has: a database that is restored from before is erased by them again.
  beneficiary_ids jsonb not null,
  indexes jsonb not null,
  requested_by text not null,
  requested_at timestamptz not null,
  -- When it is tried next; once it is done, the end of the details that were kept by law.
  due_at timestamptz,
  -- Since when no new payment uses the payee's rows.
  closed_at timestamptz,
  done_at timestamptz,
  -- The rows that were erased so far, by table.
  erased jsonb not null default '{}',
  -- Name, account and UPI ID, as payments by which money left must be kept; sealed.
  sealed_kept bytea,
  kept_until timestamptz,
  -- All details, as the rules ask for a time after they were last used; sealed.
  sealed_all bytea,
  all_until timestamptz,
  constraint erasure_once primary key (merchant_id, erasure_id),
  constraint erasure_number_once unique (merchant_id, erasure_no),
  constraint erasure_numbers_count_from_one check (erasure_no >= 1),
  constraint kept_details_have_an_end check (sealed_kept is null or kept_until is not null),
  constraint all_details_have_an_end check (sealed_all is null or all_until is not null),
  constraint unfinished_erasures_are_due check (done_at is not null or due_at is not null),
  constraint only_closed_payees_are_erased check (done_at is null or closed_at is not null)
);
select lib.protect('erasures.erasure');

-- What the erasure of a payee changes in rows of other modules.
grant update (name, bene_id, fingerprint, account_last4, account_index, account_claimed, ifsc, card_last4, card_network,
  card_index) on beneficiaries.beneficiary to vitaran_app;
grant update (given_name, remarks, account_last4, account_index, ifsc) on beneficiaries.verification to vitaran_app;
grant update (detail) on transfers.contradiction to vitaran_app;
grant update (name, remarks) on links.link to vitaran_app;
grant update (account_last4, ifsc) on links.claim to vitaran_app;
grant update (given_name, name_at_bank, bene_id) on phone.lookup to vitaran_app;
grant update (remarks) on approvals.decision to vitaran_app;
grant update (remarks) on recalls.recall to vitaran_app;
grant update (because) on recalls.step to vitaran_app;
grant update (counterparty_name, sealed_counterparty) on reconciliation.line to vitaran_app;
grant update (note) on reconciliation.break_step to vitaran_app;
grant update (object_kind, object_key) on calls.call to vitaran_app;
