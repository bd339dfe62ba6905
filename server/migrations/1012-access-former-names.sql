-- The names that members went by before, so that those who approve see for a time who someone was.
create table access.former_name (
  member_id uuid not null references access.member (member_id),
  ended_at timestamptz not null default clock_timestamp(),
  name text not null,
  primary key (member_id, ended_at)
);
select lib.open_directory('access.former_name');
grant delete on access.former_name to vitaran_app;
