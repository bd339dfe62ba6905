-- What a bank's statement says and nobody can explain stands in suspense, each time once, until it is explained.
alter table ledger.posting
  drop constraint kind_stands_in_its_phase,
  add constraint kind_stands_in_its_phase check (
    (phase = 1 and kind in (
      'hold', 'top_up', 'withdrawal', 'internal_transfer', 'refund', 'verification', 'loan', 'to_suspense'
    ))
    or (phase = 2 and kind = 'send')
    or (phase = 3 and kind = 'unsend')
    or (phase = 4 and kind in ('post', 'release', 'loan_charges', 'from_suspense'))
    or (phase = 5 and kind in ('return', 'loan_return'))
    or (phase = 6 and kind = 'late_success')
  );
