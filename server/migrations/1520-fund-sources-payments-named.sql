-- The reference of a payment that the credit named, so that it can be told apart from the return of that payment. It is
-- null for credits of an earlier version.
alter table fund_sources.top_up add column reference text;
create index top_up_naming on fund_sources.top_up (merchant_id, bank_id, reference) where reference is not null;
