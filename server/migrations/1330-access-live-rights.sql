-- A sandbox's transaction gives no rights in live once live is open: there, one person may play a colleague who
-- agrees. Code refuses it before; this holds for what code forgets.
create function access.keep_live_rights() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (
    select from access.merchant as own
    join access.merchant as live on live.organization_id = new.organization_id and live.mode = 'live'
    where own.merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid
      and own.mode = 'sandbox'
  ) then
    raise exception 'a transaction of a sandbox merchant changes the rights of a member in live';
  end if;
  return new;
end $$;

create trigger keep_live_rights_on_change before update of permissions, role_id on access.member
for each row
when (old.permissions is distinct from new.permissions or old.role_id is distinct from new.role_id)
execute function access.keep_live_rights();

create trigger keep_live_rights_on_arrival before insert on access.member
for each row
when (new.permissions <> '{}')
execute function access.keep_live_rights();
