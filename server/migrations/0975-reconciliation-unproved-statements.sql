-- A statement whose opening balance is not the closing balance before it may be of another account, or have its lines
-- in the wrong order: its credits, and those of later days, wait until the gap is filled or a person has accepted it.
-- Statements that are here already stay as they were taken.
alter table reconciliation.statement add column unproved boolean not null default false;
create index statement_unproved on reconciliation.statement (merchant_id, bank_id, day) where unproved;
