-- Who uses the platform: organizations, their members and their merchants, which exist before any merchant's rows do.
create schema access;
grant usage on schema access to vitaran_app;

-- Directory tables: they are read to find out which merchant is meant, so row level security cannot guard them.
create table access.organization (
  organization_id uuid primary key,
  name text not null,
  created_at timestamptz not null default now(),
  constraint organization_has_a_name check (name <> '')
);
select lib.open_directory('access.organization');

create table access.member (
  member_id uuid primary key,
  organization_id uuid not null references access.organization (organization_id),
  email text not null,
  name text not null,
  -- What the member may do; a role is a name for a bundle of these.
  permissions text[] not null,
  -- Null: no password was set yet, so nobody can log in as this member.
  password_hash text,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  constraint member_email_once unique (email),
  constraint member_email_is_lower_case check (email = lower(email) and email like '%_@_%'),
  constraint member_permissions_are_known check (
    permissions <@ array[
      'access_transfers', 'initiate_quick_transfer', 'initiate_bulk_transfer', 'approve_quick_transfer',
      'approve_bulk_transfer', 'manage_beneficiaries', 'manage_keys', 'manage_limits', 'manage_settings',
      'manage_policies', 'manage_members', 'approve_changes'
    ]
  ),
  constraint member_password_is_argon2id check (password_hash like '$argon2id$%')
);
create index member_of_organization on access.member (organization_id);
select lib.open_directory('access.member');

create table access.merchant (
  merchant_id uuid primary key,
  organization_id uuid not null references access.organization (organization_id),
  name text not null,
  mode text not null,
  sync_wait_ms integer not null default 5000,
  allow_loopback_webhooks boolean not null default false,
  payouts_enabled boolean not null default true,
  apis_enabled boolean not null default true,
  -- For whom the card networks make the merchant's tokens; null: it pays no cards.
  token_requestor_id text,
  created_at timestamptz not null default now(),
  constraint merchant_has_a_name check (name <> ''),
  constraint merchant_mode_is_known check (mode in ('sandbox', 'live')),
  constraint merchant_waits_at_most_a_minute check (sync_wait_ms between 0 and 60000),
  constraint token_requestor_is_eleven_digits check (token_requestor_id ~ '^[0-9]{11}$'),
  constraint loopback_webhooks_only_in_sandbox check (mode = 'sandbox' or not allow_loopback_webhooks)
);
create index merchant_of_organization on access.merchant (organization_id);
select lib.open_directory('access.merchant');
-- A merchant never changes its mode or its organization.
revoke update on access.merchant from vitaran_app;
grant update (name, sync_wait_ms, allow_loopback_webhooks, payouts_enabled, apis_enabled, token_requestor_id)
  on access.merchant to vitaran_app;

-- Check values of the master keys in use: a process with the wrong key must not start, let alone write.
create table access.master_key (
  fingerprint text primary key,
  first_used_at timestamptz not null default now(),
  constraint master_key_fingerprint_is_128_bits check (fingerprint ~ '^[0-9a-f]{32}$')
);
select lib.open_directory('access.master_key');
