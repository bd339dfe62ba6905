-- What a credit of a bank was booked as, under its UTR and the reference of ours that it names: money from elsewhere,
-- or a payment of ours that came back. The key keeps one credit from being booked as both.
create table fund_sources.credit_use (
  merchant_id uuid not null,
  bank_id text not null,
  -- "utr" or "reference", a space, and the bank's or our number.
  named text not null,
  use text not null,
  constraint credit_has_one_use primary key (merchant_id, bank_id, named),
  constraint use_is_known check (use in ('top_up', 'return')),
  constraint name_is_short check (length(named) <= 100)
);
select lib.protect_append_only('fund_sources.credit_use');
