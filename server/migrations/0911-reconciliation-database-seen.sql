-- Which database this one was when it was last at work, so that a restored one is noticed: its identity differs from
-- what its own rows remember.
create table reconciliation.database_seen (
  the_only_one boolean primary key default true,
  -- Cluster, timeline and number of the database.
  identity text not null,
  seen_at timestamptz not null,
  constraint one_database_is_remembered check (the_only_one)
);
select lib.open_directory('reconciliation.database_seen');
