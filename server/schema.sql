-- Made from the migrations by npm run dump-schema; not to be edited.

-- access ----------------------------------------------------------------------------------------------

create schema access;
grant usage on schema access to vitaran_app;

create table access.api_client (
  merchant_id uuid not null,
  client_id text not null,
  name text not null,
  version integer not null default 1,
  secret_hash bytea not null,
  sealed_secret bytea not null,
  public_key_pem text not null,
  sealed_private_key bytea not null,
  status_mode text not null default 'rest'::text,
  ip_allowlist cidr[] not null default '{}'::cidr[],
  rate_per_minute integer not null default 600,
  active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  constraint api_client_pkey PRIMARY KEY (merchant_id, client_id),
  constraint api_client_allows_at_most_25_addresses CHECK (cardinality(ip_allowlist) <= 25),
  constraint api_client_rate_is_sensible CHECK (rate_per_minute >= 1 AND rate_per_minute <= 10000000),
  constraint api_client_secret_hash_is_sha256 CHECK (octet_length(secret_hash) = 32),
  constraint api_client_status_mode_is_known CHECK (status_mode = ANY (ARRAY['rest'::text, 'always-200'::text])),
  constraint api_client_version_counts_from_one CHECK (version >= 1),
  constraint api_client_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES access.merchant(merchant_id)
);
create unique index one_key_pair_per_merchant ON access.api_client USING btree (merchant_id) WHERE active;
alter table access.api_client enable row level security, force row level security;
create policy own_rows on access.api_client for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on access.api_client for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on access.api_client to vitaran_app;

create table access.failure_window (
  subject_hash bytea not null,
  window_start timestamp with time zone not null,
  used integer not null,
  constraint failure_window_pkey PRIMARY KEY (subject_hash),
  constraint failure_subject_is_hashed CHECK (octet_length(subject_hash) = 32)
);
alter table access.failure_window set (fillfactor=50);
create index failure_window_by_age ON access.failure_window USING btree (window_start);
grant delete, insert, select, update on access.failure_window to vitaran_app;

create table access.master_key (
  fingerprint text not null,
  first_used_at timestamp with time zone not null default now(),
  constraint master_key_pkey PRIMARY KEY (fingerprint),
  constraint master_key_fingerprint_is_128_bits CHECK (fingerprint ~ '^[0-9a-f]{32}$'::text)
);
grant insert, select, update on access.master_key to vitaran_app;

create table access.member (
  member_id uuid not null,
  organization_id uuid not null,
  email text not null,
  name text not null,
  role text not null,
  password_hash text not null,
  active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  constraint member_pkey PRIMARY KEY (member_id),
  constraint member_email_once UNIQUE (email),
  constraint member_email_is_lower_case CHECK (email = lower(email) AND email ~~ '%_@_%'::text),
  constraint member_password_is_argon2id CHECK (password_hash ~~ '$argon2id$%'::text),
  constraint member_role_is_known CHECK (role = ANY (ARRAY['admin'::text, 'initiator'::text, 'approver'::text])),
  constraint member_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES access.organization(organization_id)
);
create index member_of_organization ON access.member USING btree (organization_id);
grant insert, select, update on access.member to vitaran_app;

create table access.merchant (
  merchant_id uuid not null,
  organization_id uuid not null,
  name text not null,
  mode text not null,
  sync_wait_ms integer not null default 5000,
  allow_loopback_webhooks boolean not null default false,
  payouts_enabled boolean not null default true,
  apis_enabled boolean not null default true,
  created_at timestamp with time zone not null default now(),
  constraint merchant_pkey PRIMARY KEY (merchant_id),
  constraint loopback_webhooks_only_in_sandbox CHECK (mode = 'sandbox'::text OR NOT allow_loopback_webhooks),
  constraint merchant_has_a_name CHECK (name <> ''::text),
  constraint merchant_mode_is_known CHECK (mode = ANY (ARRAY['sandbox'::text, 'live'::text])),
  constraint merchant_waits_at_most_a_minute CHECK (sync_wait_ms >= 0 AND sync_wait_ms <= 60000),
  constraint merchant_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES access.organization(organization_id)
);
create index merchant_of_organization ON access.merchant USING btree (organization_id);
grant insert, select on access.merchant to vitaran_app;
grant update (allow_loopback_webhooks, apis_enabled, name, payouts_enabled, sync_wait_ms) on access.merchant to vitaran_app;

create table access.organization (
  organization_id uuid not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  constraint organization_pkey PRIMARY KEY (organization_id),
  constraint organization_has_a_name CHECK (name <> ''::text)
);
grant insert, select, update on access.organization to vitaran_app;

create table access.rate_window (
  merchant_id uuid not null,
  client_id text not null,
  window_start timestamp with time zone not null,
  used integer not null,
  leased integer not null,
  constraint rate_window_pkey PRIMARY KEY (merchant_id, client_id),
  constraint rate_lease_is_part_of_use CHECK (leased >= 0 AND leased <= used)
);
alter table access.rate_window set (fillfactor=50);
alter table access.rate_window enable row level security, force row level security;
create policy own_rows on access.rate_window for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on access.rate_window for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on access.rate_window to vitaran_app;

create table access.token (
  merchant_id uuid not null,
  token_hash bytea not null,
  client_id text not null,
  secret_version integer not null,
  ip text not null,
  issued_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint token_pkey PRIMARY KEY (merchant_id, token_hash),
  constraint token_expires_after_issue CHECK (expires_at > issued_at),
  constraint token_hash_is_sha256 CHECK (octet_length(token_hash) = 32),
  constraint token_of_client FOREIGN KEY (merchant_id, client_id) REFERENCES access.api_client(merchant_id, client_id)
);
create index token_by_expiry ON access.token USING btree (merchant_id, expires_at);
alter table access.token enable row level security, force row level security;
create policy own_rows on access.token for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on access.token for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant delete, insert, select on access.token to vitaran_app;
grant update (revoked_at) on access.token to vitaran_app;

-- audit -----------------------------------------------------------------------------------------------

create schema audit;
grant usage on schema audit to vitaran_app;

create table audit.chain (
  merchant_id uuid not null,
  last_seq bigint not null default 0,
  last_hash bytea not null,
  constraint chain_pkey PRIMARY KEY (merchant_id),
  constraint chain_counts_from_zero CHECK (last_seq >= 0),
  constraint chain_hash_is_sha256 CHECK (octet_length(last_hash) = 32)
);
alter table audit.chain enable row level security, force row level security;
create policy own_rows on audit.chain for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on audit.chain for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on audit.chain to vitaran_app;

create table audit.record (
  merchant_id uuid not null,
  seq bigint not null,
  at timestamp with time zone not null,
  actor text not null,
  action text not null,
  subject text not null,
  detail jsonb not null,
  prev_hash bytea not null,
  hash bytea not null,
  constraint record_pkey PRIMARY KEY (merchant_id, seq),
  constraint record_hashes_are_sha256 CHECK (octet_length(prev_hash) = 32 AND octet_length(hash) = 32),
  constraint record_says_who_and_what CHECK (actor <> ''::text AND action <> ''::text),
  constraint record_seq_counts_from_one CHECK (seq >= 1)
);
alter table audit.record enable row level security, force row level security;
create policy own_rows on audit.record for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on audit.record for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on audit.record to vitaran_app;

-- beneficiaries ---------------------------------------------------------------------------------------

create schema beneficiaries;
grant usage on schema beneficiaries to vitaran_app;

create table beneficiaries.beneficiary (
  merchant_id uuid not null,
  beneficiary_id uuid not null,
  bene_id text,
  listed boolean not null generated always as ((bene_id IS NOT NULL)) stored,
  fingerprint bytea,
  name text not null,
  email text,
  phone text,
  address1 text,
  address2 text,
  city text,
  state text,
  pincode text,
  sealed_account bytea,
  account_last4 text,
  account_index bytea,
  account_claimed boolean not null default false,
  ifsc text,
  vpa text,
  card_last4 text,
  card_network text,
  group_name text not null default 'DEFAULT'::text,
  purpose text,
  status text not null default 'verified'::text,
  added_at timestamp with time zone not null,
  added_by text not null,
  removed_at timestamp with time zone,
  removed_by text,
  constraint beneficiary_once PRIMARY KEY (merchant_id, beneficiary_id),
  constraint account_shows_four_characters_at_most CHECK (length(account_last4) <= 4),
  constraint bank_account_is_whole CHECK (num_nulls(sealed_account, account_last4, account_index, ifsc) = ANY (ARRAY[0, 4])),
  constraint card_is_whole CHECK (num_nulls(card_last4, card_network) = ANY (ARRAY[0, 2])),
  constraint card_network_is_known CHECK (card_network = ANY (ARRAY['visa'::text, 'mastercard'::text])),
  constraint card_shows_four_digits CHECK (card_last4 ~ '^[0-9]{4}$'::text),
  constraint listed_or_found_by_fingerprint CHECK ((bene_id IS NULL) = (fingerprint IS NOT NULL)),
  constraint only_listed_ones_are_removed CHECK (removed_at IS NULL OR bene_id IS NOT NULL),
  constraint only_listed_ones_claim_a_bank_account CHECK (NOT account_claimed OR bene_id IS NOT NULL AND account_index IS NOT NULL),
  constraint removed_by_someone CHECK ((removed_at IS NULL) = (removed_by IS NULL)),
  constraint status_is_known CHECK (status = ANY (ARRAY['verified'::text, 'invalid'::text]))
);
create unique index bank_account_listed_once ON beneficiaries.beneficiary USING btree (merchant_id, account_index) WHERE (account_claimed AND (removed_at IS NULL));
create index listed_by_bank_account ON beneficiaries.beneficiary USING btree (merchant_id, account_index) WHERE (listed AND (removed_at IS NULL));
create index listed_newest_first ON beneficiaries.beneficiary USING btree (merchant_id, beneficiary_id) WHERE listed;
create unique index listed_once ON beneficiaries.beneficiary USING btree (merchant_id, bene_id) WHERE ((bene_id IS NOT NULL) AND (removed_at IS NULL));
create unique index unlisted_once ON beneficiaries.beneficiary USING btree (merchant_id, fingerprint) WHERE (fingerprint IS NOT NULL);
alter table beneficiaries.beneficiary enable row level security, force row level security;
create policy own_rows on beneficiaries.beneficiary for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on beneficiaries.beneficiary for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on beneficiaries.beneficiary to vitaran_app;
grant update (removed_at, removed_by, sealed_account, status) on beneficiaries.beneficiary to vitaran_app;

create table beneficiaries.setting (
  merchant_id uuid not null,
  account_once boolean not null default true,
  waiting_minutes integer not null default 0,
  constraint setting_once PRIMARY KEY (merchant_id),
  constraint waiting_at_most_a_day CHECK (waiting_minutes >= 0 AND waiting_minutes <= 1440)
);
alter table beneficiaries.setting enable row level security, force row level security;
create policy own_rows on beneficiaries.setting for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on beneficiaries.setting for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on beneficiaries.setting to vitaran_app;

-- fund_sources ----------------------------------------------------------------------------------------

create schema fund_sources;
grant usage on schema fund_sources to vitaran_app;

CREATE OR REPLACE FUNCTION fund_sources.virtual_ifsc()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 'VTRN0000001'::text;

CREATE OR REPLACE FUNCTION fund_sources.virtual_vpa_handle()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 'vitaran'::text;

create table fund_sources.bank_connection (
  merchant_id uuid not null,
  bank_id text not null,
  bank_no smallint not null,
  adapter text not null,
  base_url text not null,
  sealed_secrets bytea not null,
  debit_account_last4 text not null,
  version integer not null default 1,
  simulated boolean not null,
  merchant_mode text not null,
  enabled boolean not null default true,
  created_at timestamp with time zone not null,
  constraint bank_connected_once PRIMARY KEY (merchant_id, bank_id),
  constraint bank_number_once UNIQUE (merchant_id, bank_no),
  constraint account_shows_four_characters_at_most CHECK (length(debit_account_last4) <= 4),
  constraint bank_and_adapter_have_names CHECK (bank_id <> ''::text AND adapter <> ''::text),
  constraint bank_numbers_fit_the_chart CHECK (bank_no >= 0 AND bank_no <= 449),
  constraint only_sandbox_merchants_use_simulated_banks CHECK (simulated = (merchant_mode = 'sandbox'::text)),
  constraint bank_connection_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES access.merchant(merchant_id)
);
alter table fund_sources.bank_connection enable row level security, force row level security;
create policy own_rows on fund_sources.bank_connection for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on fund_sources.bank_connection for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on fund_sources.bank_connection to vitaran_app;
grant update (adapter, base_url, debit_account_last4, enabled, sealed_secrets, version) on fund_sources.bank_connection to vitaran_app;

create table fund_sources.fund_source (
  merchant_id uuid not null,
  fund_source_id text not null,
  source_no smallint not null,
  kind text not null,
  name text not null,
  sealed_account bytea not null,
  account_last4 text not null,
  account_index bytea not null,
  ifsc text not null,
  bank_id text,
  ledger_account_no integer not null generated always as ((1000 + (10 * (source_no)::integer))) stored,
  held_in_no integer not null generated always as ((1001 + (10 * (source_no)::integer))) stored,
  held_out_no integer not null generated always as ((1002 + (10 * (source_no)::integer))) stored,
  overdraft_target_paise bigint,
  low_balance_threshold_paise bigint not null default 0,
  notify_low_balance boolean not null default false,
  low_since timestamp with time zone,
  last_top_up_paise bigint,
  last_withdrawal_paise bigint,
  last_internal_transfer_paise bigint,
  active boolean not null default true,
  opened_at timestamp with time zone not null,
  constraint fund_source_once PRIMARY KEY (merchant_id, fund_source_id),
  constraint bank_account_is_one_fund_source UNIQUE (merchant_id, account_index),
  constraint fund_source_number_once UNIQUE (merchant_id, source_no),
  constraint account_shows_four_characters_at_most CHECK (length(account_last4) <= 4),
  constraint kind_is_known CHECK (kind = ANY (ARRAY['wallet'::text, 'bank_account'::text])),
  constraint limits_are_not_negative CHECK (low_balance_threshold_paise >= 0 AND overdraft_target_paise >= 0),
  constraint only_bank_accounts_name_their_bank CHECK ((kind = 'bank_account'::text) = (bank_id IS NOT NULL)),
  constraint source_numbers_fit_the_chart CHECK (source_no >= 0 AND source_no <= 3000),
  constraint the_wallet_is_number_zero CHECK ((kind = 'wallet'::text) = (source_no = 0)),
  constraint fund_source_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES access.merchant(merchant_id),
  constraint held_at_a_connected_bank FOREIGN KEY (merchant_id, bank_id) REFERENCES fund_sources.bank_connection(merchant_id, bank_id)
);
alter table fund_sources.fund_source enable row level security, force row level security;
create policy own_rows on fund_sources.fund_source for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on fund_sources.fund_source for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on fund_sources.fund_source to vitaran_app;
grant update (active, last_internal_transfer_paise, last_top_up_paise, last_withdrawal_paise, low_balance_threshold_paise, low_since, name, notify_low_balance, overdraft_target_paise, sealed_account) on fund_sources.fund_source to vitaran_app;

create table fund_sources.top_up (
  merchant_id uuid not null,
  bank_id text not null,
  utr text not null,
  top_up_id uuid not null,
  fund_source_id text not null,
  amount_paise bigint not null,
  from_name text,
  from_ifsc text,
  sealed_from_account bytea,
  from_account_last4 text,
  arrived_at timestamp with time zone not null,
  constraint utr_credited_once PRIMARY KEY (merchant_id, bank_id, utr),
  constraint top_up_once UNIQUE (merchant_id, top_up_id),
  constraint account_shows_four_characters_at_most CHECK (length(from_account_last4) <= 4),
  constraint amount_is_positive CHECK (amount_paise > 0),
  constraint utr_is_canonical CHECK (utr ~ '^[0-9A-Z/_-]{1,35}$'::text),
  constraint arrived_at_a_connected_bank FOREIGN KEY (merchant_id, bank_id) REFERENCES fund_sources.bank_connection(merchant_id, bank_id),
  constraint credited_to_a_fund_source FOREIGN KEY (merchant_id, fund_source_id) REFERENCES fund_sources.fund_source(merchant_id, fund_source_id)
);
alter table fund_sources.top_up enable row level security, force row level security;
create policy own_rows on fund_sources.top_up for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on fund_sources.top_up for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on fund_sources.top_up to vitaran_app;

create table fund_sources.virtual_account (
  account_hash bytea not null,
  owner_merchant_id uuid not null,
  fund_source_id text not null,
  constraint virtual_account_number_once PRIMARY KEY (account_hash),
  constraint virtual_account_owner_merchant_id_fkey FOREIGN KEY (owner_merchant_id) REFERENCES access.merchant(merchant_id)
);
grant insert, select on fund_sources.virtual_account to vitaran_app;

-- ledger ----------------------------------------------------------------------------------------------

create schema ledger;
grant usage on schema ledger to vitaran_app;

create table ledger.account (
  merchant_id uuid not null,
  account_no integer not null,
  kind text not null,
  name text not null,
  running boolean not null,
  balance_paise bigint not null default 0,
  overdraft_limit_paise bigint not null default 0,
  opened_at timestamp with time zone not null default clock_timestamp(),
  constraint account_number_once PRIMARY KEY (merchant_id, account_no),
  constraint account_kind_is_known CHECK (kind = ANY (ARRAY['wallet'::text, 'held_in'::text, 'held_out'::text, 'fees'::text, 'tax'::text, 'suspense'::text, 'receivable'::text, 'clearing'::text, 'settlement'::text, 'bank_account'::text, 'lender'::text, 'originator'::text, 'intermediate'::text])),
  constraint balance_never_below_the_overdraft_limit CHECK ((kind <> ALL (ARRAY['wallet'::text, 'bank_account'::text, 'lender'::text, 'originator'::text])) OR balance_paise >= (- overdraft_limit_paise)),
  constraint only_running_accounts_carry_a_balance CHECK (running OR balance_paise = 0),
  constraint overdraft_limit_is_not_negative CHECK (overdraft_limit_paise >= 0)
);
alter table ledger.account set (fillfactor=50);
alter table ledger.account enable row level security, force row level security;
create policy own_rows on ledger.account for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on ledger.account for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on ledger.account to vitaran_app;

create table ledger.posting (
  merchant_id uuid not null,
  cause_id uuid not null,
  phase smallint not null,
  line smallint not null,
  kind text not null,
  debit_no integer not null,
  credit_no integer not null,
  amount_paise bigint not null,
  debit_balance_paise bigint,
  credit_balance_paise bigint,
  at timestamp with time zone not null,
  constraint entry_booked_once PRIMARY KEY (merchant_id, cause_id, phase, line),
  constraint amount_is_positive CHECK (amount_paise > 0),
  constraint debit_and_credit_differ CHECK (debit_no <> credit_no),
  constraint kind_stands_in_its_phase CHECK (phase = 1 AND (kind = ANY (ARRAY['hold'::text, 'top_up'::text, 'withdrawal'::text, 'internal_transfer'::text, 'refund'::text, 'verification'::text])) OR phase = 2 AND kind = 'send'::text OR phase = 3 AND kind = 'unsend'::text OR phase = 4 AND (kind = ANY (ARRAY['post'::text, 'release'::text])) OR phase = 5 AND kind = 'return'::text OR phase = 6 AND kind = 'late_success'::text)
);
alter table ledger.posting enable row level security, force row level security;
create policy own_rows on ledger.posting for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on ledger.posting for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on ledger.posting to vitaran_app;

-- lib -------------------------------------------------------------------------------------------------

create schema lib;
grant usage on schema lib to vitaran_app;

CREATE OR REPLACE FUNCTION lib.current_merchant()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.merchant_id'::text, true), ''::text))::uuid;

CREATE OR REPLACE FUNCTION lib.enter_merchant(merchant uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
declare
  ahead_ms bigint;
begin
  perform set_config('app.merchant_id', merchant::text, true);
  select clock.offset_ms into ahead_ms from lib.merchant_clock clock where clock.merchant_id = merchant;
  return clock_timestamp() + coalesce(ahead_ms, 0) * interval '1 millisecond';
end
$function$;

CREATE OR REPLACE FUNCTION lib.guard_rows(target regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy own_rows on %s to vitaran_app
       using (merchant_id = (select lib.current_merchant()))
       with check (merchant_id = (select lib.current_merchant()))', target);
  execute format(
    'create policy sweep on %s for select to vitaran_app
       using ((select current_setting(''app.sweep'', true)) = ''on'')', target);
  -- A new table has no statistics, and the planner then believes that a merchant has one row: it would read all of
  -- the merchant for every set, by plans that live as long as a session. This says the opposite until ANALYZE knows.
  perform pg_restore_attribute_stats(
    'schemaname', (select relnamespace::regnamespace::text from pg_class where oid = target),
    'relname', (select relname::text from pg_class where oid = target),
    'attname', 'merchant_id'::text, 'inherited', false,
    'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 1::real);
end
$function$;

CREATE OR REPLACE FUNCTION lib.now_of(merchant uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (statement_timestamp() + ((COALESCE((SELECT clock.offset_ms FROM lib.merchant_clock clock WHERE (clock.merchant_id = now_of.merchant)), (0)::bigint))::double precision * '00:00:00.001'::interval));

CREATE OR REPLACE FUNCTION lib.open_directory(target regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('grant select, insert, update on %s to vitaran_app', target);
end
$function$;

CREATE OR REPLACE FUNCTION lib.protect(target regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform lib.guard_rows(target);
  execute format('grant select, insert, update on %s to vitaran_app', target);
end
$function$;

CREATE OR REPLACE FUNCTION lib.protect_append_only(target regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform lib.guard_rows(target);
  execute format('grant select, insert on %s to vitaran_app', target);
end
$function$;

revoke execute on function lib.guard_rows(regclass) from public;
revoke execute on function lib.open_directory(regclass) from public;
revoke execute on function lib.protect(regclass) from public;
revoke execute on function lib.protect_append_only(regclass) from public;

create table lib.merchant_clock (
  merchant_id uuid not null,
  offset_ms bigint not null,
  moved_at timestamp with time zone not null default now(),
  constraint merchant_clock_pkey PRIMARY KEY (merchant_id),
  constraint clock_stays_within_a_century CHECK (abs(offset_ms) <= '3155760000000'::bigint)
);
grant insert, select, update on lib.merchant_clock to vitaran_app;

create table lib.migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migration_pkey PRIMARY KEY (name)
);

-- risk ------------------------------------------------------------------------------------------------

create schema risk;
grant usage on schema risk to vitaran_app;

create table risk.blocked_beneficiary (
  merchant_id uuid not null,
  beneficiary_id uuid not null,
  because text not null,
  blocked_at timestamp with time zone not null,
  unblocked_at timestamp with time zone,
  constraint beneficiary_blocked_once PRIMARY KEY (merchant_id, beneficiary_id)
);
alter table risk.blocked_beneficiary enable row level security, force row level security;
create policy own_rows on risk.blocked_beneficiary for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on risk.blocked_beneficiary for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on risk.blocked_beneficiary to vitaran_app;

create table risk.rule_set (
  merchant_id uuid not null,
  unavailable_modes text[] not null default '{}'::text[],
  disabled_modes text[] not null default '{}'::text[],
  account_limit_per_day_paise bigint,
  beneficiary_limit_per_day_paise bigint,
  constraint rule_set_pkey PRIMARY KEY (merchant_id),
  constraint limits_are_positive CHECK (COALESCE(account_limit_per_day_paise, 1::bigint) > 0 AND COALESCE(beneficiary_limit_per_day_paise, 1::bigint) > 0)
);
alter table risk.rule_set enable row level security, force row level security;
create policy own_rows on risk.rule_set for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on risk.rule_set for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on risk.rule_set to vitaran_app;

create table risk.usage (
  merchant_id uuid not null,
  day date not null,
  subject_id uuid not null,
  accepted_paise bigint not null,
  constraint usage_counted_once PRIMARY KEY (merchant_id, day, subject_id)
);
alter table risk.usage set (fillfactor=50);
alter table risk.usage enable row level security, force row level security;
create policy own_rows on risk.usage for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on risk.usage for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on risk.usage to vitaran_app;

-- routing ---------------------------------------------------------------------------------------------

create schema routing;
grant usage on schema routing to vitaran_app;

create table routing.decision (
  merchant_id uuid not null,
  decision_id uuid not null,
  rail text,
  bank_id text,
  explanation jsonb not null,
  created_at timestamp with time zone not null,
  constraint decision_pkey PRIMARY KEY (merchant_id, decision_id),
  constraint decision_chooses_rail_and_bank_or_neither CHECK ((rail IS NULL) = (bank_id IS NULL)),
  constraint decision_is_a_known_rail CHECK (rail = ANY (ARRAY['imps'::text, 'neft'::text, 'rtgs'::text, 'upi'::text, 'paytm'::text, 'amazonpay'::text, 'card'::text])),
  constraint decision_says_what_it_explains CHECK (NOT (explanation #>> '{chosen,rail}'::text[]) IS DISTINCT FROM rail AND NOT (explanation #>> '{chosen,bankId}'::text[]) IS DISTINCT FROM bank_id)
);
alter table routing.decision enable row level security, force row level security;
create policy own_rows on routing.decision for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on routing.decision for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on routing.decision to vitaran_app;

-- transfers -------------------------------------------------------------------------------------------

create schema transfers;
grant usage on schema transfers to vitaran_app;

create table transfers.attempt (
  merchant_id uuid not null,
  transfer_id uuid not null,
  attempt smallint not null,
  bank_id text not null,
  bank_no smallint not null,
  rail text not null,
  reference text not null,
  decision_id uuid not null,
  send_by timestamp with time zone not null,
  live boolean not null default true,
  evidence text,
  at timestamp with time zone not null,
  constraint attempt_once PRIMARY KEY (merchant_id, transfer_id, attempt),
  constraint reference_once_per_bank UNIQUE (merchant_id, bank_id, reference),
  constraint an_attempt_ends_only_on_proof CHECK (live OR COALESCE(evidence = ANY (ARRAY['NEG'::text, 'NOSEND'::text]), false))
);
alter table transfers.attempt set (fillfactor=80);
create unique index one_live_attempt_per_transfer ON transfers.attempt USING btree (merchant_id, transfer_id) WHERE live;
alter table transfers.attempt enable row level security, force row level security;
create policy own_rows on transfers.attempt for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on transfers.attempt for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on transfers.attempt to vitaran_app;

create table transfers.contradiction (
  merchant_id uuid not null,
  transfer_id uuid not null,
  attempt smallint not null,
  kind text not null,
  detail text not null,
  opened_at timestamp with time zone not null,
  constraint contradiction_once PRIMARY KEY (merchant_id, transfer_id, attempt, kind),
  constraint contradiction_kind_is_known CHECK (kind = ANY (ARRAY['late_success'::text, 'failed_after_success'::text, 'answer_mismatch'::text]))
);
alter table transfers.contradiction enable row level security, force row level security;
create policy own_rows on transfers.contradiction for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on transfers.contradiction for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on transfers.contradiction to vitaran_app;

create table transfers.counter (
  merchant_id uuid not null,
  last_reference_id bigint not null,
  queue_seconds integer,
  constraint counter_pkey PRIMARY KEY (merchant_id),
  constraint queuing_time_is_an_hour_to_ten_days CHECK (queue_seconds >= 3600 AND queue_seconds <= 864000)
);
alter table transfers.counter enable row level security, force row level security;
create policy own_rows on transfers.counter for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on transfers.counter for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on transfers.counter to vitaran_app;

create table transfers.fact (
  merchant_id uuid not null,
  transfer_id uuid not null,
  attempt smallint not null,
  fact_key text not null,
  source text not null,
  evidence text not null,
  credited boolean not null,
  code text not null,
  detail text not null,
  utr text,
  reason text,
  other_bank boolean not null,
  at timestamp with time zone not null,
  constraint fact_once PRIMARY KEY (merchant_id, transfer_id, attempt, fact_key),
  constraint evidence_class_is_known CHECK (evidence = ANY (ARRAY['POS'::text, 'DEEMED'::text, 'NEG'::text, 'UNK'::text, 'NOSEND'::text, 'RET'::text]))
);
alter table transfers.fact enable row level security, force row level security;
create policy own_rows on transfers.fact for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on transfers.fact for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on transfers.fact to vitaran_app;

create table transfers.step (
  merchant_id uuid not null,
  transfer_id uuid not null,
  step smallint not null,
  from_status text not null,
  to_status text not null,
  because text not null,
  at timestamp with time zone not null,
  constraint step_taken_once PRIMARY KEY (merchant_id, transfer_id, step),
  constraint step_is_a_legal_move CHECK (
CASE from_status
    WHEN 'received'::text THEN to_status = ANY (ARRAY['awaiting_approval'::text, 'waiting'::text, 'ready'::text, 'rejected'::text])
    WHEN 'awaiting_approval'::text THEN to_status = ANY (ARRAY['waiting'::text, 'ready'::text, 'rejected'::text, 'cancelled'::text])
    WHEN 'waiting'::text THEN to_status = ANY (ARRAY['ready'::text, 'failed'::text, 'cancelled'::text])
    WHEN 'ready'::text THEN to_status = ANY (ARRAY['sent'::text, 'waiting'::text, 'failed'::text, 'cancelled'::text])
    WHEN 'sent'::text THEN to_status = ANY (ARRAY['succeeded'::text, 'failed'::text, 'ready'::text, 'review'::text])
    WHEN 'review'::text THEN to_status = ANY (ARRAY['succeeded'::text, 'failed'::text])
    WHEN 'succeeded'::text THEN to_status = 'reversed'::text
    ELSE false
END)
);
alter table transfers.step enable row level security, force row level security;
create policy own_rows on transfers.step for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on transfers.step for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on transfers.step to vitaran_app;

create table transfers.stray_news (
  merchant_id uuid not null,
  bank_id text not null,
  reference text not null,
  fact_key text not null,
  news jsonb not null,
  arrived_at timestamp with time zone not null,
  matched_at timestamp with time zone,
  constraint stray_news_once PRIMARY KEY (merchant_id, bank_id, reference, fact_key)
);
alter table transfers.stray_news enable row level security, force row level security;
create policy own_rows on transfers.stray_news for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on transfers.stray_news for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on transfers.stray_news to vitaran_app;

create table transfers.transfer (
  merchant_id uuid not null,
  transfer_id uuid not null,
  reference_id bigint not null,
  transfer_key text not null,
  content_hash bytea not null,
  source_no smallint not null,
  fund_source_id text not null,
  beneficiary_id uuid not null,
  amount_paise bigint not null,
  fee_paise bigint not null,
  tax_paise bigint not null,
  mode text not null,
  rail text not null,
  remarks text not null,
  status text not null,
  waiting_for text,
  acknowledged boolean not null default false,
  deemed boolean not null default false,
  utr text,
  reason text,
  bank_id text,
  bank_no smallint,
  attempt smallint not null default 0,
  enquiries smallint not null default 0,
  steps smallint not null,
  events smallint not null default 0,
  due_at timestamp with time zone,
  accepted_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  finished_at timestamp with time zone,
  origin_kind text,
  origin_id uuid,
  priority smallint not null default 0,
  process_on timestamp with time zone,
  constraint transfer_id_once PRIMARY KEY (merchant_id, transfer_id),
  constraint reference_id_once UNIQUE (merchant_id, reference_id),
  constraint transfer_key_once UNIQUE (merchant_id, transfer_key),
  constraint amounts_make_sense CHECK (amount_paise > 0 AND fee_paise >= 0 AND tax_paise >= 0),
  constraint an_origin_has_kind_and_id CHECK ((origin_kind IS NULL) = (origin_id IS NULL)),
  constraint only_waiting_has_a_reason_to_wait CHECK ((status = 'waiting'::text) = (waiting_for IS NOT NULL)),
  constraint reason_to_wait_is_known CHECK (waiting_for = ANY (ARRAY['schedule'::text, 'funds'::text, 'window'::text, 'downtime'::text])),
  constraint sent_means_a_bank_and_an_attempt CHECK ((status <> ALL (ARRAY['sent'::text, 'review'::text, 'succeeded'::text, 'reversed'::text])) OR bank_no IS NOT NULL AND attempt > 0),
  constraint status_is_known CHECK (status = ANY (ARRAY['awaiting_approval'::text, 'waiting'::text, 'ready'::text, 'sent'::text, 'review'::text, 'succeeded'::text, 'failed'::text, 'rejected'::text, 'reversed'::text, 'cancelled'::text]))
);
alter table transfers.transfer set (fillfactor=50);
create index transfer_due ON transfers.transfer USING btree (merchant_id, due_at) WHERE (due_at IS NOT NULL);
create index transfer_of_origin ON transfers.transfer USING btree (merchant_id, origin_id) WHERE (origin_id IS NOT NULL);
create index transfer_queue ON transfers.transfer USING btree (merchant_id, source_no, priority DESC, reference_id) WHERE (waiting_for = 'funds'::text);
alter table transfers.transfer enable row level security, force row level security;
create policy own_rows on transfers.transfer for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on transfers.transfer for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on transfers.transfer to vitaran_app;

-- webhooks --------------------------------------------------------------------------------------------

create schema webhooks;
grant usage on schema webhooks to vitaran_app;

create table webhooks.delivery (
  merchant_id uuid not null,
  delivery_id uuid not null,
  endpoint_id uuid not null,
  subject_id uuid not null,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone,
  finished_at timestamp with time zone,
  seq integer not null,
  tries smallint not null default 0,
  last_status smallint,
  last_duration_ms integer,
  status text not null default 'pending'::text,
  last_excerpt text,
  constraint delivery_made_once PRIMARY KEY (merchant_id, delivery_id),
  constraint event_goes_to_an_endpoint_once UNIQUE (merchant_id, subject_id, seq, endpoint_id),
  constraint excerpt_is_short CHECK (octet_length(last_excerpt) <= 1024),
  constraint finished_has_a_moment CHECK ((status = 'pending'::text) = (finished_at IS NULL)),
  constraint pending_is_due CHECK ((status = 'pending'::text) = (due_at IS NOT NULL)),
  constraint status_is_known CHECK (status = ANY (ARRAY['pending'::text, 'delivered'::text, 'dead'::text])),
  constraint tries_are_counted CHECK (tries >= 0)
);
alter table webhooks.delivery set (autovacuum_vacuum_scale_factor=0.02);
create index delivery_due ON webhooks.delivery USING btree (merchant_id, endpoint_id, due_at) WHERE (status = 'pending'::text);
alter table webhooks.delivery enable row level security, force row level security;
create policy own_rows on webhooks.delivery for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on webhooks.delivery for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on webhooks.delivery to vitaran_app;

create table webhooks.endpoint (
  merchant_id uuid not null,
  endpoint_id uuid not null,
  url text not null,
  format text not null,
  event_types text[],
  sealed_secret bytea,
  secret_version integer not null default 1,
  previous_sealed_secret bytea,
  previous_secret_until timestamp with time zone,
  status text not null default 'enabled'::text,
  disabled_because text,
  disabled_at timestamp with time zone,
  consecutive_failures integer not null default 0,
  failing_since timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint endpoint_made_once PRIMARY KEY (merchant_id, endpoint_id),
  constraint disabled_for_a_reason CHECK ((status = 'disabled'::text) = (disabled_because IS NOT NULL)),
  constraint failing_has_a_beginning CHECK ((consecutive_failures = 0) = (failing_since IS NULL)),
  constraint format_is_known CHECK (format = ANY (ARRAY['classic_form'::text, 'classic_json'::text, 'standard'::text])),
  constraint key_lives_as_long_as_the_endpoint CHECK ((status = 'removed'::text) = (sealed_secret IS NULL)),
  constraint previous_key_ends CHECK ((previous_sealed_secret IS NULL) = (previous_secret_until IS NULL)),
  constraint reason_is_known CHECK (disabled_because = ANY (ARRAY['gone'::text, 'failing'::text, 'merchant'::text])),
  constraint some_event_type_is_wanted CHECK (event_types IS NULL OR cardinality(event_types) > 0),
  constraint status_is_known CHECK (status = ANY (ARRAY['enabled'::text, 'disabled'::text, 'removed'::text]))
);
alter table webhooks.endpoint set (fillfactor=50);
create unique index endpoint_address_once ON webhooks.endpoint USING btree (merchant_id, url, format) WHERE (status <> 'removed'::text);
alter table webhooks.endpoint enable row level security, force row level security;
create policy own_rows on webhooks.endpoint for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on webhooks.endpoint for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on webhooks.endpoint to vitaran_app;

create table webhooks.event (
  merchant_id uuid not null,
  subject_id uuid not null,
  at timestamp with time zone not null,
  seq integer not null,
  pending boolean not null,
  type text not null,
  data jsonb,
  constraint event_published_once PRIMARY KEY (merchant_id, subject_id, seq),
  constraint seq_begins_at_one CHECK (seq >= 1)
);
alter table webhooks.event set (autovacuum_vacuum_scale_factor=0.02);
create index event_pending ON webhooks.event USING btree (merchant_id, at) WHERE pending;
create index event_time ON webhooks.event USING brin (merchant_id, at timestamptz_minmax_multi_ops) WITH (pages_per_range='32', autosummarize='on');
alter table webhooks.event enable row level security, force row level security;
create policy own_rows on webhooks.event for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on webhooks.event for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on webhooks.event to vitaran_app;

create table webhooks.try (
  merchant_id uuid not null,
  delivery_id uuid not null,
  try_id uuid not null default uuidv7(),
  at timestamp with time zone not null,
  status smallint,
  duration_ms integer not null,
  excerpt text not null,
  constraint try_made_once PRIMARY KEY (merchant_id, delivery_id, try_id),
  constraint excerpt_is_short CHECK (octet_length(excerpt) <= 1024),
  constraint try_of_a_delivery FOREIGN KEY (merchant_id, delivery_id) REFERENCES webhooks.delivery(merchant_id, delivery_id)
);
alter table webhooks.try enable row level security, force row level security;
create policy own_rows on webhooks.try for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy sweep on webhooks.try for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on webhooks.try to vitaran_app;
