-- What a receiver answers may repeat what it was told: it stands sealed, which takes a third more room.
grant update (excerpt) on webhooks.try to vitaran_app;
alter table webhooks.try drop constraint excerpt_is_short;
alter table webhooks.try add constraint excerpt_is_short check (octet_length(excerpt) <= 1500);
alter table webhooks.delivery drop constraint excerpt_is_short;
alter table webhooks.delivery add constraint excerpt_is_short check (octet_length(last_excerpt) <= 1500);
