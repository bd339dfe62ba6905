-- Banks write whom they paid into their words. Those stand sealed; the words that may begin a reference of ours stand
-- beside them.
alter table reconciliation.line add column reference_words text[];
-- Of a line without an id of the bank it is a hash of what it says, which is keyed from then on.
grant update (narration, reference_words, line_key) on reconciliation.line to vitaran_app;
