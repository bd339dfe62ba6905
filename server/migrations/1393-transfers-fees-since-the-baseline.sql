-- Of an installation that is older than the baseline the proof of fees begins where it began before; of a new one there
-- is no such migration, and it begins with the baseline, which has this function already.
create or replace function transfers.fees_follow_rails_since() returns timestamptz
language sql stable security definer set search_path = ''
as $$ select min(applied_at) from lib.migration where name like '0990-%' or name = '0016-transfers' $$;
