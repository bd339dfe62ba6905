-- After five wrong one-time passwords in a row none is sent or accepted for a while. Each pause of a link is twice as
-- long as the one before, up to a day, so the pauses are counted. `passwords_sent` counts what was sent in the day that
-- began at `password_day_at`; if that is null, the day is over.
alter table links.link
  add column passwords_refused_until timestamptz,
  add column password_pauses smallint not null default 0,
  add column password_day_at timestamptz,
  add constraint refused_passwords_have_a_pause check (passwords_refused_until is null or password_pauses > 0);
grant update (passwords_refused_until, password_pauses, password_day_at) on links.link to vitaran_app;
