-- Who knows the secret of a key pair can order with it as long as it holds, and does not approve what it orders.

-- The member whom the present secret was shown to; null: the operator, or a version that did not keep it.
alter table access.api_client add column shown_to uuid references access.member (member_id);
