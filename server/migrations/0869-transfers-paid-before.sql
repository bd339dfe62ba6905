-- After a restore of the database banks know payments that are not known here: what they said is looked up before
-- anything is sent under the same reference.
create index stray_news_unmatched on transfers.stray_news (merchant_id, arrived_at) where matched_at is null;
