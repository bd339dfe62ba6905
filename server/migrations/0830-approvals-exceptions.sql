-- A policy for transfers applies to every channel, except those that the merchant exempts by name.
alter table approvals.policy_set
add column except_ways text[] not null default '{}',
add constraint exceptions_are_known_ways check (
  except_ways <@ array['v1', 'v1.1', 'phone', 'card', 'link', 'loan', 'batch_call', 'batch_file']
),
add constraint only_transfers_have_exceptions check (subject_kind = 'transfer' or except_ways = '{}');
