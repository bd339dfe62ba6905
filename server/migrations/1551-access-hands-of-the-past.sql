-- The time at which a member's hand in a key pair ended: the secret was replaced, or it was only widened. For a week
-- more, what the key pair did counts as that member's own. Null: it has not ended.
alter table access.influence add column ended_at timestamptz;

-- The present secret ended those before it, and whoever had no part in a secret has widened a key pair once.
alter table access.api_client no force row level security;
update access.influence as hand
set ended_at = greatest(hand.at, holder.at)
from (
  select shown.over, shown.member_id, max(shown.at) as at
  from access.influence as shown
  join access.api_client as client
    on shown.over = 'api-key:' || client.client_id and shown.member_id = client.shown_to
  where shown.what = 'gave'
  group by shown.over, shown.member_id
) as holder
where hand.over = holder.over
  and hand.what = 'gave'
  and hand.member_id <> holder.member_id;
alter table access.api_client force row level security;
