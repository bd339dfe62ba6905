-- The time at which a member stopped being able to act as a key pair: when its secret was replaced, or at once if the
-- member only widened it. What the key pair does counts as the member's own for another week. It is null until then.
alter table access.influence add column ended_at timestamptz;

-- Each secret ended the ones before it. A member who was shown no secret has only widened the key pair.
alter table access.api_client no force row level security;
update access.influence as former
set ended_at = greatest(former.at, holder.at)
from (
  select shown.over, shown.member_id, max(shown.at) as at
  from access.influence as shown
  join access.api_client as client
    on shown.over = 'api-key:' || client.client_id and shown.member_id = client.shown_to
  where shown.what = 'gave'
  group by shown.over, shown.member_id
) as holder
where former.over = holder.over
  and former.what = 'gave'
  and former.member_id <> holder.member_id;
alter table access.api_client force row level security;
