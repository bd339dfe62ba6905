-- A listener takes its webhooks by calls of its own, for the server cannot reach it: a program on a
-- developer's computer.
-- Set for listeners only: when it last asked, by the clock of the database and not by the merchant's.
alter table webhooks.endpoint add column listened_at timestamptz;
