-- A report's file is sealed chunk by chunk; `bytes` is of files from before.
alter table reports.chunk
  alter column bytes drop not null,
  add column sealed_bytes bytea,
  add constraint chunk_has_bytes check (num_nonnulls(bytes, sealed_bytes) = 1);
grant update (bytes, sealed_bytes) on reports.chunk to vitaran_app;
