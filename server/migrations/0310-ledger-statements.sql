-- Statements read postings by time. Rows come nearly in its order, so a summary of each few pages is enough, and
-- an insert pays nothing for it; several ranges per summary keep test clocks that were moved ahead from blurring it.
create index posting_time on ledger.posting
using brin (merchant_id, at timestamptz_minmax_multi_ops) with (pages_per_range = 32, autosummarize = on);
