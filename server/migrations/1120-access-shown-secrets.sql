-- Who knows the secret of a key pair can order with it as long as it holds, and does not approve what it orders.

-- The member whom the present secret was shown to; null: the operator, or a version that did not keep it.
alter table access.api_client add column shown_to uuid references access.member (member_id);

-- Of a request by a key pair: the member whom the secret was shown to that it was ordered with.
alter table approvals.request add column secret_shown_to uuid;
