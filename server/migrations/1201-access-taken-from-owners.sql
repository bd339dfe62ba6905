-- An Owner and the others see which permissions a waiting change takes in live, not only that it takes some. Null: the
-- Owner is disabled, or the change was asked for before this column was there.
alter table access.owner_change add column takes text[];
