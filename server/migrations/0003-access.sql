-- Who uses the platform: organizations, their members and their merchants, which exist before any merchant's rows do.
create schema access;
grant usage on schema access to vitaran_app;

-- Directory tables: they are read to find out which merchant is meant, so row level security cannot guard them.
create table access.organization (
  organization_id uuid primary key,
  name text not null,
  created_at timestamptz not null default now(),
  -- What kind of business it is: some banks take accounts of some kinds only. Null: it is not known yet.
  business_type text,
  -- Of an organization of the try-out: what was made for it works until then.
  ends_at timestamptz,
  -- Whether it asks a second factor of every member, in the sandbox too.
  second_factor_for_all boolean not null default false,
  constraint organization_has_a_name check (name <> ''),
  constraint business_type_is_known check (
    business_type in ('proprietorship', 'partnership', 'private_limited', 'public_limited', 'trust', 'society')
  )
);
select lib.open_directory('access.organization');
create index organization_by_end on access.organization (ends_at) where ends_at is not null;

-- Custom roles: an organization's named sets of permissions. One whose rights all wait for approval permits nothing
-- yet.
create table access.role (
  role_id uuid primary key,
  organization_id uuid not null references access.organization (organization_id),
  name text not null,
  permissions text[] not null,
  created_at timestamptz not null default now(),
  constraint role_has_a_name check (name <> '' and length(name) <= 60)
);
select lib.open_directory('access.role');
grant delete on access.role to vitaran_app;
create unique index role_name_once on access.role (organization_id, lower(name));

-- People at the dashboard.
create table access.member (
  member_id uuid primary key,
  organization_id uuid not null references access.organization (organization_id),
  email text not null,
  name text not null,
  -- What the member may do; a role is a name for a bundle of these.
  permissions text[] not null,
  -- Null: no password was set yet, so this member cannot log in by one.
  password_hash text,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  -- False: the address was entered at sign-up and is not confirmed yet.
  email_proved boolean not null default true,
  -- A member's custom role; its permissions are stored with the member as well.
  role_id uuid references access.role (role_id),
  -- Of the sandbox; `permissions` and `role_id` are those of live. Null: the same as in live. What a member may do in
  -- the sandbox says nothing of what it may do where money is real.
  sandbox_permissions text[],
  sandbox_role_id uuid references access.role (role_id),
  -- Whether a link let the member in, or proved the address, that no mail server carried: the one who invited, or who
  -- has the session, may have used it. Such a member reaches no live merchant until a password was set by a link that
  -- was mailed, or that the operator handed on.
  link_shown boolean not null default false,
  -- An address belongs to the member who has proved it by a link that only the addressee could read. A link that others
  -- could read, in the sandbox's inbox, opens the member's own sandbox and says nothing of accounts elsewhere.
  email_confirmed boolean not null default false,
  constraint member_email_is_lower_case check (email = lower(email) and email like '%_@_%'),
  constraint member_permissions_are_known check (
    permissions <@ array[
      'access_transfers', 'initiate_quick_transfer', 'initiate_bulk_transfer', 'approve_quick_transfer',
      'approve_bulk_transfer', 'manage_beneficiaries', 'reveal_account_numbers', 'export_data',
      'manage_fund_sources', 'manage_keys', 'manage_webhooks', 'manage_limits', 'manage_settings',
      'manage_policies', 'manage_members', 'view_audit_log', 'approve_changes', 'own_organization'
    ]
  ),
  constraint member_password_is_argon2id check (password_hash like '$argon2id$%'),
  constraint member_sandbox_permissions_are_known check (
    sandbox_permissions <@ array[
      'access_transfers', 'initiate_quick_transfer', 'initiate_bulk_transfer', 'approve_quick_transfer',
      'approve_bulk_transfer', 'manage_beneficiaries', 'reveal_account_numbers', 'export_data',
      'manage_fund_sources', 'manage_keys', 'manage_webhooks', 'manage_limits', 'manage_settings',
      'manage_policies', 'manage_members', 'view_audit_log', 'approve_changes', 'own_organization'
    ]
  ),
  constraint member_sandbox_role_has_permissions check (
    sandbox_role_id is null or sandbox_permissions is not null
  )
);
select lib.open_directory('access.member');
create index member_of_organization on access.member (organization_id);

-- An unconfirmed address does not prevent anyone else from using it.
create unique index member_email_once on access.member (email) where email_proved;
create index member_by_unproved_email on access.member (email) where not email_proved;
create index member_of_role on access.member (role_id) where role_id is not null;
create index member_of_sandbox_role on access.member (sandbox_role_id) where sandbox_role_id is not null;

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
  -- What a member stopped, an Owner starts again at once and other members start with a second person; what the
  -- operator stopped, only the operator starts. Null while payouts are switched on; payouts that are stopped without a
  -- name here count as the operator's.
  payouts_stopped_by text,
  constraint merchant_has_a_name check (name <> ''),
  constraint merchant_mode_is_known check (mode in ('sandbox', 'live')),
  constraint merchant_waits_at_most_a_minute check (sync_wait_ms between 0 and 60000),
  constraint token_requestor_is_eleven_digits check (token_requestor_id ~ '^[0-9]{11}$'),
  constraint loopback_webhooks_only_in_sandbox check (mode = 'sandbox' or not allow_loopback_webhooks),
  constraint running_payouts_have_no_stopper check (not payouts_enabled or payouts_stopped_by is null)
);
-- A merchant never changes its mode or its organization.
grant select, insert on access.merchant to vitaran_app;
grant update (
  name, sync_wait_ms, allow_loopback_webhooks, payouts_enabled, apis_enabled, token_requestor_id,
  payouts_stopped_by
) on access.merchant to vitaran_app;
create index merchant_of_organization on access.merchant (organization_id);

-- Check values of the master keys in use: a process with the wrong key must not start, let alone write.
create table access.master_key (
  fingerprint text primary key,
  first_used_at timestamptz not null default now(),
  constraint master_key_fingerprint_is_128_bits check (fingerprint ~ '^[0-9a-f]{32}$')
);
select lib.open_directory('access.master_key');

-- How a merchant's programs prove who they are: one key pair, short-lived tokens, limits on how often they may call.
create table access.api_client (
  merchant_id uuid not null references access.merchant (merchant_id),
  client_id text not null,
  name text not null,
  version integer not null default 1,
  secret_hash bytea not null,
  sealed_secret bytea not null,
  public_key_pem text not null,
  sealed_private_key bytea not null,
  status_mode text not null default 'rest',
  ip_allowlist cidr[] not null default '{}',
  rate_per_minute integer not null default 600,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  -- What may be done with it.
  scope text not null default 'pay',
  -- The fund sources that it may pay from; null: all.
  fund_source_ids text[],
  -- The most that it may order in a day of India, in paise; null: no limit.
  day_limit_paise bigint,
  -- The member whom the present secret was shown to: who knows it can order with it, and does not approve what it
  -- orders. Null: the operator, or it is not known.
  shown_to uuid references access.member (member_id),
  primary key (merchant_id, client_id),
  constraint api_client_version_counts_from_one check (version >= 1),
  constraint api_client_secret_hash_is_sha256 check (octet_length(secret_hash) = 32),
  constraint api_client_status_mode_is_known check (status_mode in ('rest', 'always-200')),
  constraint api_client_allows_at_most_25_addresses check (cardinality(ip_allowlist) <= 25),
  constraint api_client_rate_is_sensible check (rate_per_minute between 1 and 10000000),
  constraint api_client_scope_is_known check (scope in ('read', 'draft', 'pay')),
  constraint api_client_names_a_fund_source check (cardinality(fund_source_ids) between 1 and 50),
  constraint api_client_day_limit_is_an_amount check (day_limit_paise > 0)
);
select lib.protect('access.api_client');
create unique index one_key_pair_per_merchant on access.api_client (merchant_id) where active;

-- `ip` is text in one canonical form, compared as text: a token works only from where it was asked for.
create table access.token (
  merchant_id uuid not null,
  token_hash bytea not null,
  client_id text not null,
  secret_version integer not null,
  ip text not null,
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- Whether a signature let the token's address in. Without one the token works only while the allowlist has its
  -- address.
  signed boolean not null default false,
  primary key (merchant_id, token_hash),
  constraint token_of_client foreign key (merchant_id, client_id)
    references access.api_client (merchant_id, client_id),
  constraint token_hash_is_sha256 check (octet_length(token_hash) = 32),
  constraint token_expires_after_issue check (expires_at > issued_at)
);
-- Expired tokens are swept out when new ones are issued; of a token nothing may change but its revocation.
select lib.protect_append_only('access.token');
grant update (revoked_at) on access.token to vitaran_app;
grant delete on access.token to vitaran_app;
create index token_by_expiry on access.token (merchant_id, expires_at);

-- One row per key pair: how many calls of the current minute were leased to the processes that serve them.
create table access.rate_window (
  merchant_id uuid not null,
  client_id text not null,
  window_start timestamptz not null,
  used integer not null,
  leased integer not null,
  primary key (merchant_id, client_id),
  constraint rate_lease_is_part_of_use check (leased between 0 and used)
) with (fillfactor = 50);
select lib.protect('access.rate_window');

-- Failed authorizations of the current minute, by a keyed hash of who failed. It may be no merchant.
create table access.failure_window (
  subject_hash bytea primary key,
  window_start timestamptz not null,
  used integer not null,
  constraint failure_subject_is_hashed check (octet_length(subject_hash) = 32)
) with (fillfactor = 50);
select lib.open_directory('access.failure_window');
grant delete on access.failure_window to vitaran_app;
create index failure_window_by_age on access.failure_window (window_start);

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
  -- The browser that a session is in; null: it is not known.
  browser_hash bytea,
  constraint session_token_once unique (token_hash),
  constraint session_token_hash_is_sha256 check (octet_length(token_hash) = 32),
  constraint session_expires_after_start check (expires_at > created_at),
  constraint session_texts_are_bounded check (length(ip) <= 45 and length(user_agent) <= 200)
);
select lib.open_directory('access.session');
grant delete on access.session to vitaran_app;
create index session_of_member on access.session (member_id, created_at);

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
  -- keep_factors: the link by which a member stops the removal of its second factor.
  constraint ticket_purpose_is_known check (
    purpose in (
      'prove_email', 'reset_password', 'invitation', 'second_factor', 'passkey_log_in', 'passkey_set_up', 'keep_factors'
    )
  ),
  constraint ticket_is_of_a_member check (member_id is not null or purpose = 'passkey_log_in'),
  constraint ticket_expires_after_start check (expires_at > created_at)
);
select lib.open_directory('access.ticket');
grant delete on access.ticket to vitaran_app;
create index ticket_of_member on access.ticket (member_id, purpose);
create index ticket_by_expiry on access.ticket (expires_at);

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
select lib.open_directory('access.passkey');
grant delete on access.passkey to vitaran_app;
create index passkey_of_member on access.passkey (member_id);

-- A lost second factor is removed by two other members, or by the operator. A day passes after two members have agreed:
-- the member and the Owners learn of it at once and can stop it.
create table access.factor_reset (
  reset_id uuid primary key,
  organization_id uuid not null references access.organization (organization_id),
  member_id uuid not null references access.member (member_id),
  asked_by uuid not null references access.member (member_id),
  asked_at timestamptz not null default now(),
  decided_by uuid references access.member (member_id),
  decided_at timestamptz,
  outcome text,
  agreed_by uuid references access.member (member_id),
  due_at timestamptz,
  constraint reset_is_not_asked_for_oneself check (asked_by <> member_id),
  constraint reset_is_decided_by_another check (decided_by <> asked_by),
  constraint reset_outcome_is_known check (outcome in ('done', 'refused')),
  constraint decided_has_all_of_it check (
    (decided_by is null) = (decided_at is null) and (decided_by is null) = (outcome is null)
  ),
  constraint reset_is_agreed_to_by_another check (agreed_by <> asked_by and agreed_by <> member_id),
  constraint agreed_reset_is_due check ((agreed_by is null) = (due_at is null))
);
select lib.open_directory('access.factor_reset');
-- The member who asked may withdraw the request.
grant delete on access.factor_reset to vitaran_app;
create unique index one_open_reset_per_member on access.factor_reset (member_id) where outcome is null;
create index factor_reset_of_organization on access.factor_reset (organization_id, asked_at);
create index factor_reset_due on access.factor_reset (due_at) where outcome is null and due_at is not null;

-- Who gave a member, a key pair or a policy what it can do: for a day that person does not approve what follows.
create table access.influence (
  influence_id bigint generated always as identity primary key,
  organization_id uuid not null references access.organization (organization_id),
  -- Who did it.
  member_id uuid not null references access.member (member_id),
  -- member:<id>, api-key:<client id>, or policies:<merchant>:<kind>.
  over text not null,
  -- gave: what it can do now; took: what it could do before.
  what text not null,
  at timestamptz not null default clock_timestamp(),
  -- The environment of the power; null: both. A power that is given in the sandbox makes no one a second person where
  -- money is real.
  mode text,
  -- took: the powers that the member held in this environment before. An Owner can give them back without asking for
  -- them anew.
  former text[],
  -- took: whether this is settled, and no longer given back by one person, because an Owner, the operator or several
  -- people have said anew what the member may do.
  settled boolean not null default false,
  constraint influence_is_of_a_known_kind check (what in ('gave', 'took')),
  constraint influence_mode_is_known check (mode in ('sandbox', 'live'))
);
select lib.open_directory('access.influence');
create index influence_by_time on access.influence (organization_id, at);

-- A browser in which a member has logged in before: it gets past a lock that strangers' guesses have put on the
-- account, and a log-in in any other browser is told to the member.
create table access.known_browser (
  member_id uuid not null references access.member (member_id),
  token_hash bytea not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  constraint known_browser_once primary key (member_id, token_hash),
  constraint known_browser_hash_is_sha256 check (octet_length(token_hash) = 32)
);
select lib.open_directory('access.known_browser');
grant delete on access.known_browser to vitaran_app;
create index known_browser_by_token on access.known_browser (token_hash);

-- The names that members went by before, so that those who approve see for a time who someone was.
create table access.former_name (
  member_id uuid not null references access.member (member_id),
  ended_at timestamptz not null default clock_timestamp(),
  name text not null,
  primary key (member_id, ended_at)
);
select lib.open_directory('access.former_name');
grant delete on access.former_name to vitaran_app;

-- What an Owner takes from another Owner in live waits for a day: both learn of it at once, and it can be stopped.
-- Otherwise one of two Owners could lock the other out at once.
create table access.owner_change (
  -- One change waits for a member; a new one takes its place.
  member_id uuid primary key references access.member (member_id),
  organization_id uuid not null references access.organization (organization_id),
  asked_by uuid not null references access.member (member_id),
  -- What the member may do afterwards; null: it is disabled.
  grants jsonb,
  due_at timestamptz not null,
  -- Which permissions it takes in live, for the Owner and the others to see. Null: the Owner is disabled, or it is not
  -- known.
  takes text[],
  constraint owner_change_is_about_another check (asked_by <> member_id)
);
select lib.open_directory('access.owner_change');
-- It ends when it is carried out, stopped, or has lapsed; the audit log keeps what became of it.
grant delete on access.owner_change to vitaran_app;
create index owner_change_due on access.owner_change (due_at);

-- A sandbox's transaction gives no rights in live once live is open: there, one person may play a colleague who
-- agrees. Code refuses it before; this holds for what code forgets.
create function access.keep_live_rights() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (
    select from access.merchant as own
    join access.merchant as live on live.organization_id = new.organization_id and live.mode = 'live'
    where own.merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid
      and own.mode = 'sandbox'
  ) then
    raise exception 'a transaction of a sandbox merchant changes the rights of a member in live';
  end if;
  return new;
end $$;

create trigger keep_live_rights_on_change before update of permissions, role_id on access.member
for each row
when (old.permissions is distinct from new.permissions or old.role_id is distinct from new.role_id)
execute function access.keep_live_rights();

create trigger keep_live_rights_on_arrival before insert on access.member
for each row
when (new.permissions <> '{}')
execute function access.keep_live_rights();

-- Every worker asks for the merchants that have work by their own clocks: it reads these from here.
create view access.merchant_clock with (security_invoker = true) as
select merchant_id, mode, payouts_enabled, lib.now_of(merchant_id) as now
from access.merchant;
grant select on access.merchant_clock to vitaran_app;
