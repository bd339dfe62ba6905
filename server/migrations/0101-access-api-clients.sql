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
  primary key (merchant_id, client_id),
  constraint api_client_version_counts_from_one check (version >= 1),
  constraint api_client_secret_hash_is_sha256 check (octet_length(secret_hash) = 32),
  constraint api_client_status_mode_is_known check (status_mode in ('rest', 'always-200')),
  constraint api_client_allows_at_most_25_addresses check (cardinality(ip_allowlist) <= 25),
  constraint api_client_rate_is_sensible check (rate_per_minute between 1 and 10000000)
);
create unique index one_key_pair_per_merchant on access.api_client (merchant_id) where active;
select lib.protect('access.api_client');

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
  primary key (merchant_id, token_hash),
  constraint token_of_client foreign key (merchant_id, client_id)
    references access.api_client (merchant_id, client_id),
  constraint token_hash_is_sha256 check (octet_length(token_hash) = 32),
  constraint token_expires_after_issue check (expires_at > issued_at)
);
create index token_by_expiry on access.token (merchant_id, expires_at);
select lib.protect('access.token');
-- Expired tokens are swept out when new ones are issued; of a token nothing may change but its revocation.
revoke update on access.token from vitaran_app;
grant update (revoked_at) on access.token to vitaran_app;
grant delete on access.token to vitaran_app;

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

-- Failed authorizations of the current minute, by a keyed hash of who failed. Whoever fails need not be a merchant.
create table access.failure_window (
  subject_hash bytea primary key,
  window_start timestamptz not null,
  used integer not null,
  constraint failure_subject_is_hashed check (octet_length(subject_hash) = 32)
) with (fillfactor = 50);
create index failure_window_by_age on access.failure_window (window_start);
select lib.open_directory('access.failure_window');
grant delete on access.failure_window to vitaran_app;
