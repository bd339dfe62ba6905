-- What came back carries the number of what went, and perhaps nothing else.
create index line_of_utr on reconciliation.line (merchant_id, bank_id, utr) where utr is not null;
