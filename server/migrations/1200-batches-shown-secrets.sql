-- Of a batch by a key pair: whom the secret was shown to that the batch was made with. That member approves neither it
-- nor its payments, although the keys may have been reset before workers pay the rows.
alter table batches.batch add column secret_shown_to uuid;
