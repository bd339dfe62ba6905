-- The debits about which a person has said of which payment they are, or are not: a credit is compared with them.
create index debit_said_by_hand
  on reconciliation.line (merchant_id, bank_id, amount_paise)
  where side = 'debit' and (rule = 'by_hand' or evidence ? 'undone');
