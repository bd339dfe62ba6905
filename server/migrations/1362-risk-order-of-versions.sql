-- Versions are numbered in the order in which they begin and end, which is not the order of the moments at which the
-- transactions began: what an Owner gives back is compared with the rules that stood beside it then.
alter table risk.rule
  -- Null: written by the version of the server before this one.
  add column nth bigint,
  add column ended_nth bigint,
  -- The former version that an Owner gave back by this one.
  add column gives_back integer;

with change as (
  select merchant_id, rule_id, version, set_at as at, false as ends from risk.rule
  union all
  select merchant_id, rule_id, version, ended_at, true from risk.rule where ended_at is not null
), numbered as (
  select *, row_number() over (partition by merchant_id order by at, ends desc, version) as nth
  from change
), pair as (
  select merchant_id, rule_id, version, min(nth) filter (where not ends) as nth,
    min(nth) filter (where ends) as ended_nth
  from numbered
  group by merchant_id, rule_id, version
)
update risk.rule as rule
set nth = pair.nth, ended_nth = pair.ended_nth
from pair
where rule.merchant_id = pair.merchant_id
  and rule.rule_id = pair.rule_id
  and rule.version = pair.version;
grant update (ended_nth) on risk.rule to vitaran_app;
