-- The owner of the database sees the rows of all merchants, so that it can back them up without being a superuser. It
-- still writes none, since row level security stays forced. See decision 0115.
create or replace function lib.guard_rows(target regclass) returns void
language plpgsql volatile
as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy own_rows on %s to vitaran_app
       using (merchant_id = (select lib.current_merchant()))
       with check (merchant_id = (select lib.current_merchant()))', target);
  execute format(
    'create policy sweep on %s for select to vitaran_app
       using ((select current_setting(''app.sweep'', true)) = ''on'')', target);
  execute format('create policy owner_sees on %s for select to pg_database_owner using (true)', target);
  -- A new table has no statistics, and the planner then believes that a merchant has one row: it would read all of
  -- the merchant for every set, by plans that live as long as a session. This says the opposite until ANALYZE knows.
  perform pg_restore_attribute_stats(
    'schemaname', (select relnamespace::regnamespace::text from pg_class where oid = target),
    'relname', (select relname::text from pg_class where oid = target),
    'attname', 'merchant_id'::text, 'inherited', false,
    'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 1::real);
end
$$;

-- Adds that policy to the tables that were made before. Each table is locked by itself, for a moment.
create procedure lib.show_rows_to_owner()
language plpgsql
as $$
declare
  guarded regclass;
begin
  for guarded in
    select class.oid
    from pg_class as class
    where class.relkind = 'r'
      and class.relrowsecurity
      and not exists (select from pg_policy where polrelid = class.oid and polname = 'owner_sees')
    order by class.oid::regclass::text
  loop
    execute format('create policy owner_sees on %s for select to pg_database_owner using (true)', guarded);
    commit;
  end loop;
end
$$;
revoke execute on procedure lib.show_rows_to_owner() from public;
