-- The books of each merchant: ledger accounts and postings, double entry, appended and never edited.
create schema ledger;
grant usage on schema ledger to vitaran_app;

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
  constraint account_kind_is_known check (
    kind in (
      'wallet', 'held_in', 'held_out', 'fees', 'tax', 'suspense', 'receivable', 'clearing', 'settlement',
      'bank_account', 'lender', 'originator', 'intermediate'
    )
  ),
  constraint overdraft_limit_is_not_negative check (overdraft_limit_paise >= 0),
  constraint only_running_accounts_carry_a_balance check (running or balance_paise = 0),
  constraint balance_never_below_the_overdraft_limit check (
    kind not in ('wallet', 'bank_account', 'lender', 'originator') or balance_paise >= -overdraft_limit_paise
  )
) with (fillfactor = 50);

-- One row is one posting: a debit and a credit of the same amount, so no entry can be out of balance.
-- An entry is the postings of one cause and phase; the key lets each phase of a cause be booked once, and
-- since posting and releasing a hold are the same phase, a hold is resolved once.
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
  constraint kind_stands_in_its_phase check (
    (phase = 1 and kind in ('hold', 'top_up', 'withdrawal', 'internal_transfer', 'refund', 'verification'))
    or (phase = 2 and kind = 'send')
    or (phase = 3 and kind = 'unsend')
    or (phase = 4 and kind in ('post', 'release'))
    or (phase = 5 and kind = 'return')
    or (phase = 6 and kind = 'late_success')
  )
);

select lib.protect('ledger.account');
select lib.protect_append_only('ledger.posting');
