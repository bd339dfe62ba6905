-- Indexes for searching rare transfers within a set. As in 0810, no index names a column that changes when a transfer
-- is paid.

-- What a batch, a link ... made, newest first, by what made it: found without reading the transfers of the others.
create index transfer_of_way on transfers.transfer (merchant_id, reference_id, origin_kind)
where origin_kind is not null;

-- With its reason, so that a rare one is found without reading all that failed.
drop index transfers.transfer_not_paid;
create index transfer_not_paid on transfers.transfer (merchant_id, reference_id, reason) where reason is not null;
