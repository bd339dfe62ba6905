-- Merchants may live in several databases, their homes. The first one has the directory: the tables of no merchant, of
-- which PostgreSQL keeps copies at the others. See decision 0112.

-- Which home this database is.
create table lib.home (
  only_row boolean primary key default true constraint home_is_one_row check (only_row),
  name text not null constraint home_name_is_short check (name ~ '^[a-z][a-z0-9-]{0,29}$')
);
insert into lib.home (name) values ('first');
grant select on lib.home to vitaran_app;

create function lib.first_home() returns text
language sql immutable parallel safe
return 'first';

-- Raised at the first home. What was committed there before is in a copy that has the same number.
create table lib.directory_beat (
  only_row boolean primary key default true constraint beat_is_one_row check (only_row),
  number bigint not null default 0,
  at timestamptz not null default now()
);
insert into lib.directory_beat default values;
grant select, update on lib.directory_beat to vitaran_app;

-- A copy is written by PostgreSQL alone.
create function lib.refuse_write_to_copy() returns trigger
language plpgsql
as $$
begin
  raise exception '% is a copy here: it is written at the first home', tg_relid::regclass
    using errcode = 'insufficient_privilege';
end
$$;
