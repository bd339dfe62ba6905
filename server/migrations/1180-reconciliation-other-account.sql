-- Banks send statements of other accounts beside ours, some in other currencies: they are left out, and each account is
-- one break.
alter table reconciliation.break drop constraint break_kind_is_known;
alter table reconciliation.break add constraint break_kind_is_known check (
  kind in (
    'unknown_debit', 'unknown_credit', 'amount_differs', 'double_debit', 'ambiguous', 'bank_charge',
    'awaits_reversal', 'return_without_payment', 'top_up_contradiction', 'statement_wrong', 'statement_changed',
    'statement_unreadable', 'entry_left_out', 'other_account', 'opening_differs', 'missing_day', 'line_vanished',
    'evidence_withdrawn', 'contradiction', 'stray_news', 'file_refused'
  )
);
