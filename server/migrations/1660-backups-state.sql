-- When the backups of this home were made, for operators and alarms. What backups exist, only their store knows.
create schema backups;
grant usage on schema backups to vitaran_app;

create table backups.state (
  only_row boolean primary key default true,
  -- When a backup was last begun, by schedule or command, and what went wrong; null: nothing, or it is under way.
  tried_at timestamptz,
  fault text,
  -- The moment whose state the newest good backup holds.
  good_at timestamptz,
  good_name text,
  -- Whether it was restored and proved, which the operator may have switched off.
  is_proved boolean,
  constraint there_is_one_row check (only_row),
  constraint good_backup_is_whole check (num_nulls(good_at, good_name, is_proved) in (0, 3))
);
select lib.open_directory('backups.state');
insert into backups.state default values;
