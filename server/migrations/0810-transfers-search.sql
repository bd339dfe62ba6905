-- Indexes for searching transfers. The row of a transfer is written once more when it is paid, and no
-- index here names a column that changes then: it stays a write that touches no index.

-- A payee's history, newest first.
create index transfer_of_payee on transfers.transfer (merchant_id, beneficiary_id, reference_id);

-- An amount, a range of amounts, the largest first.
create index transfer_by_amount on transfers.transfer (merchant_id, amount_paise, reference_id);

-- What failed, was rejected or came back: few compared with what was paid, and only they carry a reason.
create index transfer_not_paid on transfers.transfer (merchant_id, reference_id) where reason is not null;

-- The banks' references, those of returns too. Facts are only appended, so a summary of each few pages is enough, and
-- an insert pays nothing for it.
create index fact_utr on transfers.fact
using brin (utr text_bloom_ops (n_distinct_per_range = 2000, false_positive_rate = 0.005))
with (pages_per_range = 32, autosummarize = on);

-- Modes, rails and fund sources that few transfers have: which pages to look at. What all have is found at once anyway.
create index transfer_ways on transfers.transfer
using brin (
  mode text_bloom_ops (n_distinct_per_range = 16),
  rail text_bloom_ops (n_distinct_per_range = 16),
  fund_source_id text_bloom_ops (n_distinct_per_range = 32)
) with (pages_per_range = 32, autosummarize = on);

-- The member who ordered a transfer on the dashboard; what programs, files and links order has no row.
create table transfers.maker (
  merchant_id uuid not null,
  transfer_id uuid not null,
  member_id uuid not null,
  constraint made_by_one_member primary key (merchant_id, transfer_id)
);
create index transfer_of_maker on transfers.maker (merchant_id, member_id, transfer_id);
select lib.protect_append_only('transfers.maker');
