-- A file of a bank that is no message of its kind is a break, so that a person finds it.
alter table reconciliation.break drop constraint break_kind_is_known;
alter table reconciliation.break add constraint break_kind_is_known check (
  kind in (
    'unknown_debit', 'unknown_credit', 'amount_differs', 'double_debit', 'ambiguous', 'bank_charge',
    'awaits_reversal', 'return_without_payment', 'top_up_contradiction', 'statement_wrong', 'statement_changed',
    'statement_unreadable', 'opening_differs', 'missing_day', 'line_vanished', 'evidence_withdrawn',
    'contradiction', 'stray_news', 'file_refused'
  )
);

-- A debit and what came back under its number are nothing, also where no payment is known that they could be of.
alter table reconciliation.line drop constraint line_matched_to_something;
alter table reconciliation.line add constraint line_matched_to_something check (
  state <> 'matched' or num_nonnulls(transfer_id, top_up_id) = 1
);

-- Lines that wait for the whole day are looked at again when a payment with their UTR becomes known.
create index line_awaits_day on reconciliation.line (merchant_id, utr) where state = 'new' and awaits_day;
