-- Of a link by a key pair: whom the secret was shown to that the link was made with. That member does not approve its
-- payment, although the keys may have been reset by the time when the payee claims it.
alter table links.link add column secret_shown_to uuid;
