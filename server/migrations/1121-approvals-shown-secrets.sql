-- Of a request by a key pair: whom the secret was shown to that it was ordered with. That member does not approve it.
alter table approvals.request add column secret_shown_to uuid;
