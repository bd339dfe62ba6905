-- One beneficiary has one account. A keyed hash of where a row pays the beneficiary that it names shows which rows of a
-- file disagree about that, without opening any of them. Null: the row names no beneficiary, or no account.
alter table batches.draft_row add column account_index bytea;
