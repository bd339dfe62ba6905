-- The books of each merchant: ledger accounts and postings, double entry, appended and never edited.
create schema ledger;
grant usage on schema ledger to vitaran_app;

-- Checks are functions, since PostgreSQL reads the text of a check anew for each statement, which for a list of words
-- takes longer than all else that inserting one row does; a function is read once per session.
create function ledger.is_account_kind(kind text) returns boolean
language plpgsql immutable
as $$
begin
  return kind in (
    'wallet', 'held_in', 'held_out', 'fees', 'tax', 'suspense', 'receivable', 'clearing', 'settlement',
    'bank_account', 'lender', 'originator', 'intermediate'
  );
end
$$;

create function ledger.keeps_its_limit(kind text, balance_paise bigint, overdraft_limit_paise bigint) returns boolean
language plpgsql immutable
as $$
begin
  return kind not in ('wallet', 'bank_account', 'lender', 'originator') or balance_paise >= -overdraft_limit_paise;
end
$$;

create table ledger.account (
  merchant_id uuid not null,
  account_no integer not null,
  kind text not null,
  name text not null,
  -- Running accounts carry their balance and are locked by whoever moves it; the others are summed from postings.
  running boolean not null,
  balance_paise bigint not null default 0,
  overdraft_limit_paise bigint not null default 0,
  opened_at timestamptz not null default clock_timestamp(),
  constraint account_number_once primary key (merchant_id, account_no),
  constraint account_kind_is_known check (ledger.is_account_kind(kind)),
  constraint overdraft_limit_is_not_negative check (overdraft_limit_paise >= 0),
  constraint only_running_accounts_carry_a_balance check (running or balance_paise = 0),
  constraint balance_never_below_the_overdraft_limit
    check (ledger.keeps_its_limit(kind, balance_paise, overdraft_limit_paise))
) with (fillfactor = 50);
select lib.protect('ledger.account');

create function ledger.stands_in_its_phase(kind text, phase smallint) returns boolean
language plpgsql immutable
as $$
begin
  return case phase
    when 1 then kind in (
      'hold', 'top_up', 'withdrawal', 'internal_transfer', 'refund', 'verification', 'loan', 'to_suspense'
    )
    when 2 then kind = 'send'
    when 3 then kind = 'unsend'
    when 4 then kind in ('post', 'release', 'loan_charges', 'from_suspense')
    when 5 then kind in ('return', 'loan_return')
    when 6 then kind = 'late_success'
    else false
  end;
end
$$;

-- One row is one posting: a debit and a credit of the same amount, so no entry can be out of balance.
-- An entry is the postings of one cause and phase; the key lets each phase of a cause be booked once, and
-- since posting and releasing a hold are the same phase, a hold is resolved once. A loan's shares come in, its charges
-- are passed on, and what was not lent goes back: each once. What a bank's statement says and nobody can explain stands
-- in suspense, each time once, until it is explained.
create table ledger.posting (
  merchant_id uuid not null,
  cause_id uuid not null,
  phase smallint not null,
  line smallint not null,
  kind text not null,
  debit_no integer not null,
  credit_no integer not null,
  amount_paise bigint not null,
  debit_balance_paise bigint,
  credit_balance_paise bigint,
  at timestamptz not null,
  constraint entry_booked_once primary key (merchant_id, cause_id, phase, line),
  constraint amount_is_positive check (amount_paise > 0),
  constraint debit_and_credit_differ check (debit_no <> credit_no),
  constraint kind_stands_in_its_phase
    check (ledger.stands_in_its_phase(kind, phase))
);
select lib.protect_append_only('ledger.posting');

-- Statements read postings by time. Rows come nearly in its order, so a summary of each few pages is enough, and
-- an insert pays nothing for it; several ranges per summary keep test clocks that were moved ahead from blurring it.
create index posting_time on ledger.posting
using brin (merchant_id, at timestamptz_minmax_multi_ops) with (pages_per_range = 32, autosummarize = on);
-- A BRIN index that is made on an empty table begins with a summary of the first pages, and every row that comes there
-- writes that summary anew: 2.8 kB of the write-ahead log for each bank's reference. Without it the first pages are
-- summarized as all others are, once they are full.
select brin_desummarize_range('ledger.posting_time', 0);
