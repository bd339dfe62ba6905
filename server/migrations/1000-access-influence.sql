-- Who gave a member, a key pair or a policy what it can do: for a day that person does not approve what follows.
create table access.influence (
  influence_id bigint generated always as identity primary key,
  organization_id uuid not null references access.organization (organization_id),
  -- Who did it.
  member_id uuid not null references access.member (member_id),
  -- member:<id>, api-key:<client id>, or policies:<merchant>:<kind>.
  over text not null,
  -- gave: what it can do now; took: what it could do before.
  what text not null,
  at timestamptz not null default clock_timestamp(),
  constraint influence_is_of_a_known_kind check (what in ('gave', 'took'))
);
create index influence_by_time on access.influence (organization_id, at);
select lib.open_directory('access.influence');

-- A new role whose rights all wait for approval permits nothing yet.
alter table access.role drop constraint role_permits_something;
