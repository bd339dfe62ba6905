-- Payments whose debit only a statement has shown: few, and looked for when late returns are listed.
create index fact_of_debit_by_statement on transfers.fact (merchant_id, at)
  where source = 'statement' and evidence = 'POS';
