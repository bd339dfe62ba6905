-- A BRIN index that is made on an empty table begins with a summary of the first pages, and every row that comes there
-- writes that summary anew: 2.8 kB of the write-ahead log for each bank's reference. Without it the first pages are
-- summarized as all others are, once they are full.
select brin_desummarize_range('webhooks.event_time', 0);
select brin_desummarize_range('ledger.posting_time', 0);
select brin_desummarize_range('transfers.fact_utr', 0);
select brin_desummarize_range('transfers.transfer_ways', 0);
