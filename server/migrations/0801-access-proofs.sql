-- How members prove who they are beyond a password, and single-use links.
create table access.ticket (
  token_hash bytea primary key,
  purpose text not null,
  -- Null for a passkey log-in: the passkey identifies the member.
  member_id uuid references access.member (member_id),
  -- What a passkey has to sign.
  challenge text,
  tries smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint ticket_token_hash_is_sha256 check (octet_length(token_hash) = 32),
  constraint ticket_purpose_is_known check (
    purpose in ('prove_email', 'reset_password', 'invitation', 'second_factor', 'passkey_log_in', 'passkey_set_up')
  ),
  constraint ticket_is_of_a_member check (member_id is not null or purpose = 'passkey_log_in'),
  constraint ticket_expires_after_start check (expires_at > created_at)
);
create index ticket_of_member on access.ticket (member_id, purpose);
create index ticket_by_expiry on access.ticket (expires_at);
select lib.open_directory('access.ticket');
grant delete on access.ticket to vitaran_app;

-- An authenticator app, with which a member shares a secret.
create table access.authenticator (
  member_id uuid primary key references access.member (member_id),
  sealed_secret bytea not null,
  -- Null: the member has been shown the secret and has not answered with a code.
  confirmed_at timestamptz,
  -- Of the last code that was taken: it and those before it are used up.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
select lib.open_directory('access.authenticator');
grant delete on access.authenticator to vitaran_app;

create table access.recovery_code (
  member_id uuid not null references access.member (member_id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (member_id, code_hash),
  constraint recovery_code_hash_is_sha256 check (octet_length(code_hash) = 32)
);
select lib.open_directory('access.recovery_code');
grant delete on access.recovery_code to vitaran_app;

create table access.passkey (
  credential_id text primary key,
  member_id uuid not null references access.member (member_id),
  name text not null,
  public_key bytea not null,
  -- How often it has signed, as it says; a clone would say less.
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  constraint passkey_has_a_name check (name <> '' and length(name) <= 100),
  constraint passkey_counts_from_zero check (counter >= 0)
);
create index passkey_of_member on access.passkey (member_id);
select lib.open_directory('access.passkey');
grant delete on access.passkey to vitaran_app;

-- A lost second factor is removed by two other members, or by the operator.
create table access.factor_reset (
  reset_id uuid primary key,
  organization_id uuid not null references access.organization (organization_id),
  member_id uuid not null references access.member (member_id),
  asked_by uuid not null references access.member (member_id),
  asked_at timestamptz not null default now(),
  decided_by uuid references access.member (member_id),
  decided_at timestamptz,
  outcome text,
  constraint reset_is_not_asked_for_oneself check (asked_by <> member_id),
  constraint reset_is_decided_by_another check (decided_by <> asked_by),
  constraint reset_outcome_is_known check (outcome in ('done', 'refused')),
  constraint decided_has_all_of_it check (
    (decided_by is null) = (decided_at is null) and (decided_by is null) = (outcome is null)
  )
);
create unique index one_open_reset_per_member on access.factor_reset (member_id) where outcome is null;
create index factor_reset_of_organization on access.factor_reset (organization_id, asked_at);
select lib.open_directory('access.factor_reset');
-- The member who asked may withdraw the request.
grant delete on access.factor_reset to vitaran_app;

-- Custom roles: an organization's named sets of permissions.
create table access.role (
  role_id uuid primary key,
  organization_id uuid not null references access.organization (organization_id),
  name text not null,
  permissions text[] not null,
  created_at timestamptz not null default now(),
  constraint role_has_a_name check (name <> '' and length(name) <= 60),
  constraint role_permits_something check (cardinality(permissions) > 0)
);
create unique index role_name_once on access.role (organization_id, lower(name));
select lib.open_directory('access.role');
grant delete on access.role to vitaran_app;

-- A member's custom role; its permissions are stored with the member as well.
alter table access.member add column role_id uuid references access.role (role_id);
create index member_of_role on access.member (role_id) where role_id is not null;
