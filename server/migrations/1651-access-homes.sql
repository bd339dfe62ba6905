-- The name of the merchant's home.
alter table access.merchant
  add column home text not null default 'first';

create or replace view access.merchant_clock with (security_invoker = true) as
select merchant_id, mode, payouts_enabled, lib.now_of(merchant_id) as now
from access.merchant
where home = (select home.name from lib.home);

-- Where everyone with an audit chain lives. An organization's is beside the directory.
create view access.place with (security_invoker = true) as
select merchant_id as id, home
from access.merchant
union all
select organization_id, lib.first_home()
from access.organization;
grant select on access.place to vitaran_app;
