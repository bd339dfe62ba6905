-- Recalls: a merchant asks that a paid transfer be given back; the bank asks the payee, and people follow the case.
create schema recalls;
grant usage on schema recalls to vitaran_app;

create table recalls.recall (
  merchant_id uuid not null,
  recall_id uuid not null,
  transfer_id uuid not null,
  -- Which of the transfer's recalls it is.
  place smallint not null,
  reason text not null,
  remarks text not null,
  status text not null,
  asked_at timestamptz not null,
  asked_by text not null,
  -- The bank's number of the case.
  bank_reference text,
  -- Why the bank refused.
  refusal text,
  -- When it expires without an answer; null: it is over.
  due_at timestamptz,
  -- Until then money that comes back after all is noted here.
  watched_until timestamptz not null,
  ended_at timestamptz,
  steps smallint not null,
  constraint recall_once primary key (merchant_id, recall_id),
  constraint recall_has_its_place unique (merchant_id, transfer_id, place),
  constraint at_most_five_recalls_of_a_transfer check (place between 1 and 5),
  constraint recall_reason_is_known check (
    reason in ('wrong_beneficiary', 'wrong_amount', 'paid_twice', 'fraud', 'other')
  ),
  constraint recall_remarks_are_short check (length(remarks) <= 250),
  constraint recall_status_is_known check (
    status in ('requested', 'with_bank', 'returned', 'refused', 'withdrawn', 'expired')
  ),
  constraint recall_open_is_due check ((status in ('requested', 'with_bank')) = (due_at is not null)),
  constraint recall_over_has_a_moment check ((due_at is null) = (ended_at is not null)),
  constraint recall_refused_says_why check (status <> 'refused' or refusal is not null)
);
-- What was asked for never changes; only what became of it.
select lib.protect_append_only('recalls.recall');
grant update (status, bank_reference, refusal, due_at, ended_at, steps) on recalls.recall to vitaran_app;
create unique index one_open_recall_per_transfer on recalls.recall (merchant_id, transfer_id)
where due_at is not null;
create index recall_due on recalls.recall (merchant_id, due_at) where due_at is not null;
create index recall_watched on recalls.recall (merchant_id, watched_until) where status <> 'returned';

create table recalls.step (
  merchant_id uuid not null,
  recall_id uuid not null,
  step smallint not null,
  from_status text not null,
  to_status text not null,
  because text not null,
  by text not null,
  at timestamptz not null,
  constraint recall_step_taken_once primary key (merchant_id, recall_id, step),
  constraint recall_step_of_a_recall foreign key (merchant_id, recall_id) references recalls.recall,
  constraint recall_step_is_a_legal_move check (
    case from_status
      when 'new' then to_status = 'requested'
      when 'requested' then to_status in ('with_bank', 'returned', 'refused', 'withdrawn', 'expired')
      when 'with_bank' then to_status in ('returned', 'refused', 'withdrawn', 'expired')
      when 'refused' then to_status = 'returned'
      when 'withdrawn' then to_status = 'returned'
      when 'expired' then to_status = 'returned'
      else false
    end
  )
);
select lib.protect_append_only('recalls.step');
