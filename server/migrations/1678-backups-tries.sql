-- How often a backup was tried since the last good one: the more often, the longer until the next try.
alter table backups.state
  add column tries integer not null default 0,
  add constraint tries_are_counted check (tries >= 0);
