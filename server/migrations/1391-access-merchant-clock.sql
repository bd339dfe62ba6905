-- Every worker asks for the merchants that have work by their own clocks: it reads these from here.
create view access.merchant_clock with (security_invoker = true) as
select merchant_id, mode, payouts_enabled, lib.now_of(merchant_id) as now
from access.merchant;

grant select on access.merchant_clock to vitaran_app;
