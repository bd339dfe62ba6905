-- An entry of a statement that cannot be taken is one break, and the rest of the statement is taken.
alter table reconciliation.break drop constraint break_kind_is_known;
alter table reconciliation.break add constraint break_kind_is_known check (
  kind in (
    'unknown_debit', 'unknown_credit', 'amount_differs', 'double_debit', 'ambiguous', 'bank_charge',
    'awaits_reversal', 'return_without_payment', 'top_up_contradiction', 'statement_wrong', 'statement_changed',
    'statement_unreadable', 'entry_left_out', 'opening_differs', 'missing_day', 'line_vanished',
    'evidence_withdrawn', 'contradiction', 'stray_news', 'file_refused'
  )
);

-- Several payments that a bank booked as one sum without telling them apart.
alter table reconciliation.line drop constraint line_kind_is_known;
alter table reconciliation.line add constraint line_kind_is_known check (
  kind in ('payment', 'reversal', 'return', 'charge', 'credit', 'batch', 'other')
);

-- The bank's own number of the line, which is no unique key: what takes an entry back may have nothing but its number.
alter table reconciliation.line add column bank_line_id text;
create index line_of_bank_line_id on reconciliation.line (merchant_id, bank_id, bank_line_id)
  where bank_line_id is not null;
