-- Phone number and VPA of a lookup stand sealed in their columns; those from before are sealed later.
alter table phone.lookup
  add column vpa_index bytea,
  add constraint vpa_index_is_a_hash check (octet_length(vpa_index) = 32);
grant update (phone, vpa, vpa_index) on phone.lookup to vitaran_app;
