-- People at the dashboard: their sessions, how they prove themselves, links sent to them, and more they may be allowed.
alter table access.member
  drop constraint member_permissions_are_known,
  -- False: the address was entered at sign-up and is not confirmed yet.
  add column email_proved boolean not null default true;

update access.member
set permissions = permissions || array[
  'reveal_account_numbers', 'export_data', 'manage_fund_sources', 'manage_webhooks', 'view_audit_log'
]
where permissions @> array[
  'access_transfers', 'initiate_quick_transfer', 'initiate_bulk_transfer', 'approve_quick_transfer',
  'approve_bulk_transfer', 'manage_beneficiaries', 'manage_keys', 'manage_limits', 'manage_settings',
  'manage_policies', 'manage_members', 'approve_changes'
];

alter table access.member
  add constraint member_permissions_are_known check (
    permissions <@ array[
      'access_transfers', 'initiate_quick_transfer', 'initiate_bulk_transfer', 'approve_quick_transfer',
      'approve_bulk_transfer', 'manage_beneficiaries', 'reveal_account_numbers', 'export_data',
      'manage_fund_sources', 'manage_keys', 'manage_webhooks', 'manage_limits', 'manage_settings',
      'manage_policies', 'manage_members', 'view_audit_log', 'approve_changes', 'own_organization'
    ]
  ),
  -- An unconfirmed address does not prevent anyone else from using it.
  drop constraint member_email_once;
create unique index member_email_once on access.member (email) where email_proved;
create index member_by_unproved_email on access.member (email) where not email_proved;

-- An organization of the try-out: what was made for it works until then.
alter table access.organization add column ends_at timestamptz;
create index organization_by_end on access.organization (ends_at) where ends_at is not null;

-- A directory table: it is read to find out who asks, before any merchant is known.
create table access.session (
  session_id uuid primary key,
  token_hash bytea not null,
  member_id uuid not null references access.member (member_id),
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  -- Written once a minute at most.
  used_at timestamptz not null default now(),
  -- When the member last gave the password or a second factor.
  proved_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint session_token_once unique (token_hash),
  constraint session_token_hash_is_sha256 check (octet_length(token_hash) = 32),
  constraint session_expires_after_start check (expires_at > created_at),
  constraint session_texts_are_bounded check (length(ip) <= 45 and length(user_agent) <= 200)
);
create index session_of_member on access.session (member_id, created_at);
select lib.open_directory('access.session');
grant delete on access.session to vitaran_app;
