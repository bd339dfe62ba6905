-- The most that the payment of a row costs besides its amount. Policies count it. Null: nothing is paid, or the row was
-- stored before this column existed.
alter table batches.batch_row add column charges_paise bigint;
