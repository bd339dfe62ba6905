-- A row of a batch from which a payee's details were erased. Its leaf stays as it was, so that the content of the batch
-- is still proved; this keyed hash ties what the row says now to that leaf. Null: nothing was erased.
alter table batches.batch_row add column erased_hash bytea
  constraint erased_hash_is_whole check (length(erased_hash) = 32);
grant update (erased_hash) on batches.batch_row to vitaran_app;
