-- Phone, e-mail address and VPA stand sealed in their columns; those of a link are found by keyed indexes.
alter table links.link
  add column phone_index bytea,
  add column email_index bytea,
  add constraint recipient_indexes_are_hashes check (
    octet_length(phone_index) = 32 and octet_length(email_index) = 32
  );
-- The hash of what a link says is keyed once its texts are sealed.
grant update (phone, email, phone_index, email_index, content_hash) on links.link to vitaran_app;
grant update (vpa) on links.claim to vitaran_app;
