-- Rights by environment: what a member may do in the sandbox says nothing of what it may do where money is real.
alter table access.member
  -- Of the sandbox; `permissions` and `role_id` are those of live. Null: the same as in live.
  add column sandbox_permissions text[],
  add column sandbox_role_id uuid references access.role (role_id),
  add constraint member_sandbox_permissions_are_known check (
    sandbox_permissions <@ array[
      'access_transfers', 'initiate_quick_transfer', 'initiate_bulk_transfer', 'approve_quick_transfer',
      'approve_bulk_transfer', 'manage_beneficiaries', 'reveal_account_numbers', 'export_data',
      'manage_fund_sources', 'manage_keys', 'manage_webhooks', 'manage_limits', 'manage_settings',
      'manage_policies', 'manage_members', 'view_audit_log', 'approve_changes', 'own_organization'
    ]
  ),
  add constraint member_sandbox_role_has_permissions check (
    sandbox_role_id is null or sandbox_permissions is not null
  );
create index member_of_sandbox_role on access.member (sandbox_role_id) where sandbox_role_id is not null;
