-- The same for the books.
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
alter table ledger.posting drop constraint kind_stands_in_its_phase;
alter table ledger.posting add constraint kind_stands_in_its_phase
  check (ledger.stands_in_its_phase(kind, phase));

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
alter table ledger.account drop constraint account_kind_is_known;
alter table ledger.account drop constraint balance_never_below_the_overdraft_limit;
alter table ledger.account add constraint account_kind_is_known check (ledger.is_account_kind(kind));
alter table ledger.account add constraint balance_never_below_the_overdraft_limit
  check (ledger.keeps_its_limit(kind, balance_paise, overdraft_limit_paise));
