-- Made from the migrations by npm run dump-schema; not to be edited.

-- access ----------------------------------------------------------------------------------------------

create schema access;
grant usage on schema access to vitaran_app;

create sequence access.influence_influence_id_seq;

CREATE OR REPLACE FUNCTION access.keep_live_rights()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

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
  scope text not null default 'pay'::text,
  fund_source_ids text[],
  day_limit_paise bigint,
  shown_to uuid,
  constraint api_client_pkey PRIMARY KEY (merchant_id, client_id),
  constraint api_client_allows_at_most_25_addresses CHECK (cardinality(ip_allowlist) <= 25),
  constraint api_client_day_limit_is_an_amount CHECK (day_limit_paise > 0),
  constraint api_client_names_a_fund_source CHECK (cardinality(fund_source_ids) >= 1 AND cardinality(fund_source_ids) <= 50),
  constraint api_client_rate_is_sensible CHECK (rate_per_minute >= 1 AND rate_per_minute <= 10000000),
  constraint api_client_scope_is_known CHECK (scope = ANY (ARRAY['read'::text, 'draft'::text, 'pay'::text])),
  constraint api_client_secret_hash_is_sha256 CHECK (octet_length(secret_hash) = 32),
  constraint api_client_status_mode_is_known CHECK (status_mode = ANY (ARRAY['rest'::text, 'always-200'::text])),
  constraint api_client_version_counts_from_one CHECK (version >= 1),
  constraint api_client_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES access.merchant(merchant_id),
  constraint api_client_shown_to_fkey FOREIGN KEY (shown_to) REFERENCES access.member(member_id)
);
create unique index one_key_pair_per_merchant ON access.api_client USING btree (merchant_id) WHERE active;
CREATE TRIGGER note_changed_fact AFTER INSERT OR DELETE OR UPDATE ON access.api_client FOR EACH STATEMENT EXECUTE FUNCTION transfers.note_changed_fact();
alter table access.api_client enable row level security, force row level security;
create policy own_rows on access.api_client for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on access.api_client for select to pg_database_owner
  using true;
create policy sweep on access.api_client for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on access.api_client to vitaran_app;

create table access.authenticator (
  member_id uuid not null,
  sealed_secret bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint authenticator_pkey PRIMARY KEY (member_id),
  constraint authenticator_member_id_fkey FOREIGN KEY (member_id) REFERENCES access.member(member_id)
);
grant delete, insert, select, update on access.authenticator to vitaran_app;

create table access.deed_count (
  merchant_id uuid not null,
  actor text not null,
  deed text not null,
  day date not null,
  count integer not null,
  constraint deed_count_once PRIMARY KEY (merchant_id, actor, deed, day),
  constraint deed_was_done CHECK (count > 0)
);
alter table access.deed_count enable row level security, force row level security;
create policy own_rows on access.deed_count for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on access.deed_count for select to pg_database_owner
  using true;
create policy sweep on access.deed_count for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on access.deed_count to vitaran_app;

create table access.factor_reset (
  reset_id uuid not null,
  organization_id uuid not null,
  member_id uuid not null,
  asked_by uuid not null,
  asked_at timestamp with time zone not null default now(),
  decided_by uuid,
  decided_at timestamp with time zone,
  outcome text,
  agreed_by uuid,
  due_at timestamp with time zone,
  constraint factor_reset_pkey PRIMARY KEY (reset_id),
  constraint agreed_reset_is_due CHECK ((agreed_by IS NULL) = (due_at IS NULL)),
  constraint decided_has_all_of_it CHECK ((decided_by IS NULL) = (decided_at IS NULL) AND (decided_by IS NULL) = (outcome IS NULL)),
  constraint reset_is_agreed_to_by_another CHECK (agreed_by <> asked_by AND agreed_by <> member_id),
  constraint reset_is_decided_by_another CHECK (decided_by <> asked_by),
  constraint reset_is_not_asked_for_oneself CHECK (asked_by <> member_id),
  constraint reset_outcome_is_known CHECK (outcome = ANY (ARRAY['done'::text, 'refused'::text])),
  constraint factor_reset_agreed_by_fkey FOREIGN KEY (agreed_by) REFERENCES access.member(member_id),
  constraint factor_reset_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES access.member(member_id),
  constraint factor_reset_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES access.member(member_id),
  constraint factor_reset_member_id_fkey FOREIGN KEY (member_id) REFERENCES access.member(member_id),
  constraint factor_reset_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES access.organization(organization_id)
);
create index factor_reset_due ON access.factor_reset USING btree (due_at) WHERE ((outcome IS NULL) AND (due_at IS NOT NULL));
create index factor_reset_of_organization ON access.factor_reset USING btree (organization_id, asked_at);
create unique index one_open_reset_per_member ON access.factor_reset USING btree (member_id) WHERE (outcome IS NULL);
grant delete, insert, select, update on access.factor_reset to vitaran_app;

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

create table access.former_name (
  member_id uuid not null,
  ended_at timestamp with time zone not null default clock_timestamp(),
  name text not null,
  constraint former_name_pkey PRIMARY KEY (member_id, ended_at),
  constraint former_name_member_id_fkey FOREIGN KEY (member_id) REFERENCES access.member(member_id)
);
grant delete, insert, select, update on access.former_name to vitaran_app;

create table access.influence (
  influence_id bigint not null,
  organization_id uuid not null,
  member_id uuid not null,
  over text not null,
  what text not null,
  at timestamp with time zone not null default clock_timestamp(),
  mode text,
  former text[],
  settled boolean not null default false,
  ended_at timestamp with time zone,
  constraint influence_pkey PRIMARY KEY (influence_id),
  constraint influence_is_of_a_known_kind CHECK (what = ANY (ARRAY['gave'::text, 'took'::text])),
  constraint influence_mode_is_known CHECK (mode = ANY (ARRAY['sandbox'::text, 'live'::text])),
  constraint influence_member_id_fkey FOREIGN KEY (member_id) REFERENCES access.member(member_id),
  constraint influence_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES access.organization(organization_id)
);
create index influence_by_time ON access.influence USING btree (organization_id, at);
grant insert, select, update on access.influence to vitaran_app;

create table access.known_browser (
  member_id uuid not null,
  token_hash bytea not null,
  first_seen_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  constraint known_browser_once PRIMARY KEY (member_id, token_hash),
  constraint known_browser_hash_is_sha256 CHECK (octet_length(token_hash) = 32),
  constraint known_browser_member_id_fkey FOREIGN KEY (member_id) REFERENCES access.member(member_id)
);
create index known_browser_by_token ON access.known_browser USING btree (token_hash);
grant delete, insert, select, update on access.known_browser to vitaran_app;

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
  permissions text[] not null,
  password_hash text,
  active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  email_proved boolean not null default true,
  role_id uuid,
  sandbox_permissions text[],
  sandbox_role_id uuid,
  link_shown boolean not null default false,
  email_confirmed boolean not null default false,
  constraint member_pkey PRIMARY KEY (member_id),
  constraint member_email_is_lower_case CHECK (email = lower(email) AND email ~~ '%_@_%'::text),
  constraint member_password_is_argon2id CHECK (password_hash ~~ '$argon2id$%'::text),
  constraint member_permissions_are_known CHECK (permissions <@ ARRAY['access_transfers'::text, 'initiate_quick_transfer'::text, 'initiate_bulk_transfer'::text, 'approve_quick_transfer'::text, 'approve_bulk_transfer'::text, 'manage_beneficiaries'::text, 'reveal_account_numbers'::text, 'export_data'::text, 'manage_fund_sources'::text, 'manage_keys'::text, 'manage_webhooks'::text, 'manage_limits'::text, 'manage_settings'::text, 'manage_policies'::text, 'manage_members'::text, 'view_audit_log'::text, 'approve_changes'::text, 'own_organization'::text]),
  constraint member_sandbox_permissions_are_known CHECK (sandbox_permissions <@ ARRAY['access_transfers'::text, 'initiate_quick_transfer'::text, 'initiate_bulk_transfer'::text, 'approve_quick_transfer'::text, 'approve_bulk_transfer'::text, 'manage_beneficiaries'::text, 'reveal_account_numbers'::text, 'export_data'::text, 'manage_fund_sources'::text, 'manage_keys'::text, 'manage_webhooks'::text, 'manage_limits'::text, 'manage_settings'::text, 'manage_policies'::text, 'manage_members'::text, 'view_audit_log'::text, 'approve_changes'::text, 'own_organization'::text]),
  constraint member_sandbox_role_has_permissions CHECK (sandbox_role_id IS NULL OR sandbox_permissions IS NOT NULL),
  constraint member_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES access.organization(organization_id),
  constraint member_role_id_fkey FOREIGN KEY (role_id) REFERENCES access.role(role_id),
  constraint member_sandbox_role_id_fkey FOREIGN KEY (sandbox_role_id) REFERENCES access.role(role_id)
);
create index member_by_unproved_email ON access.member USING btree (email) WHERE (NOT email_proved);
create unique index member_email_once ON access.member USING btree (email) WHERE email_proved;
create index member_of_organization ON access.member USING btree (organization_id);
create index member_of_role ON access.member USING btree (role_id) WHERE (role_id IS NOT NULL);
create index member_of_sandbox_role ON access.member USING btree (sandbox_role_id) WHERE (sandbox_role_id IS NOT NULL);
CREATE TRIGGER keep_live_rights_on_arrival BEFORE INSERT ON access.member FOR EACH ROW WHEN (new.permissions <> '{}'::text[]) EXECUTE FUNCTION access.keep_live_rights();
CREATE TRIGGER keep_live_rights_on_change BEFORE UPDATE OF permissions, role_id ON access.member FOR EACH ROW WHEN (old.permissions IS DISTINCT FROM new.permissions OR old.role_id IS DISTINCT FROM new.role_id) EXECUTE FUNCTION access.keep_live_rights();
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
  token_requestor_id text,
  created_at timestamp with time zone not null default now(),
  payouts_stopped_by text,
  home text not null default 'first'::text,
  constraint merchant_pkey PRIMARY KEY (merchant_id),
  constraint loopback_webhooks_only_in_sandbox CHECK (mode = 'sandbox'::text OR NOT allow_loopback_webhooks),
  constraint merchant_has_a_name CHECK (name <> ''::text),
  constraint merchant_mode_is_known CHECK (mode = ANY (ARRAY['sandbox'::text, 'live'::text])),
  constraint merchant_waits_at_most_a_minute CHECK (sync_wait_ms >= 0 AND sync_wait_ms <= 60000),
  constraint running_payouts_have_no_stopper CHECK (NOT payouts_enabled OR payouts_stopped_by IS NULL),
  constraint token_requestor_is_eleven_digits CHECK (token_requestor_id ~ '^[0-9]{11}$'::text),
  constraint merchant_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES access.organization(organization_id)
);
create index merchant_of_organization ON access.merchant USING btree (organization_id);
CREATE TRIGGER note_changed_fact AFTER DELETE OR UPDATE ON access.merchant FOR EACH STATEMENT EXECUTE FUNCTION transfers.note_changed_fact();
grant insert, select on access.merchant to vitaran_app;
grant update (allow_loopback_webhooks, apis_enabled, name, payouts_enabled, payouts_stopped_by, sync_wait_ms, token_requestor_id) on access.merchant to vitaran_app;

create table access.organization (
  organization_id uuid not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  business_type text,
  ends_at timestamp with time zone,
  second_factor_for_all boolean not null default false,
  passwords_closed boolean not null default false,
  emergency_member_id uuid,
  passwords_closed_for_live boolean not null default false,
  constraint organization_pkey PRIMARY KEY (organization_id),
  constraint business_type_is_known CHECK (business_type = ANY (ARRAY['proprietorship'::text, 'partnership'::text, 'private_limited'::text, 'public_limited'::text, 'trust'::text, 'society'::text])),
  constraint closed_passwords_leave_one_owner CHECK (NOT passwords_closed OR emergency_member_id IS NOT NULL),
  constraint organization_has_a_name CHECK (name <> ''::text)
);
create index organization_by_end ON access.organization USING btree (ends_at) WHERE (ends_at IS NOT NULL);
grant insert, select, update on access.organization to vitaran_app;
grant update (passwords_closed_for_live) on access.organization to vitaran_app;

create table access.owner_change (
  member_id uuid not null,
  organization_id uuid not null,
  asked_by uuid not null,
  grants jsonb,
  due_at timestamp with time zone not null,
  takes text[],
  constraint owner_change_pkey PRIMARY KEY (member_id),
  constraint owner_change_is_about_another CHECK (asked_by <> member_id),
  constraint owner_change_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES access.member(member_id),
  constraint owner_change_member_id_fkey FOREIGN KEY (member_id) REFERENCES access.member(member_id),
  constraint owner_change_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES access.organization(organization_id)
);
create index owner_change_due ON access.owner_change USING btree (due_at);
grant delete, insert, select, update on access.owner_change to vitaran_app;

create table access.passkey (
  credential_id text not null,
  member_id uuid not null,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  constraint passkey_pkey PRIMARY KEY (credential_id),
  constraint passkey_counts_from_zero CHECK (counter >= 0),
  constraint passkey_has_a_name CHECK (name <> ''::text AND length(name) <= 100),
  constraint passkey_member_id_fkey FOREIGN KEY (member_id) REFERENCES access.member(member_id)
);
create index passkey_of_member ON access.passkey USING btree (member_id);
grant delete, insert, select, update on access.passkey to vitaran_app;

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
create policy owner_sees on access.rate_window for select to pg_database_owner
  using true;
create policy sweep on access.rate_window for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on access.rate_window to vitaran_app;

create table access.recovery_code (
  member_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_code_pkey PRIMARY KEY (member_id, code_hash),
  constraint recovery_code_hash_is_sha256 CHECK (octet_length(code_hash) = 32),
  constraint recovery_code_member_id_fkey FOREIGN KEY (member_id) REFERENCES access.member(member_id)
);
grant delete, insert, select, update on access.recovery_code to vitaran_app;

create table access.role (
  role_id uuid not null,
  organization_id uuid not null,
  name text not null,
  permissions text[] not null,
  created_at timestamp with time zone not null default now(),
  constraint role_pkey PRIMARY KEY (role_id),
  constraint role_has_a_name CHECK (name <> ''::text AND length(name) <= 60),
  constraint role_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES access.organization(organization_id)
);
create unique index role_name_once ON access.role USING btree (organization_id, lower(name));
grant delete, insert, select, update on access.role to vitaran_app;

create table access.session (
  session_id uuid not null,
  token_hash bytea not null,
  member_id uuid not null,
  ip text not null,
  user_agent text not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone not null default now(),
  proved_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  browser_hash bytea,
  constraint session_pkey PRIMARY KEY (session_id),
  constraint session_token_once UNIQUE (token_hash),
  constraint session_expires_after_start CHECK (expires_at > created_at),
  constraint session_texts_are_bounded CHECK (length(ip) <= 45 AND length(user_agent) <= 200),
  constraint session_token_hash_is_sha256 CHECK (octet_length(token_hash) = 32),
  constraint session_member_id_fkey FOREIGN KEY (member_id) REFERENCES access.member(member_id)
);
create index session_of_member ON access.session USING btree (member_id, created_at);
grant delete, insert, select, update on access.session to vitaran_app;

create table access.ticket (
  token_hash bytea not null,
  purpose text not null,
  member_id uuid,
  challenge text,
  tries smallint not null default 0,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint ticket_pkey PRIMARY KEY (token_hash),
  constraint ticket_expires_after_start CHECK (expires_at > created_at),
  constraint ticket_is_of_a_member CHECK (member_id IS NOT NULL OR (purpose = ANY (ARRAY['passkey_log_in'::text, 'provider_log_in'::text]))),
  constraint ticket_purpose_is_known CHECK (purpose = ANY (ARRAY['prove_email'::text, 'reset_password'::text, 'invitation'::text, 'second_factor'::text, 'passkey_log_in'::text, 'passkey_set_up'::text, 'keep_factors'::text, 'provider_log_in'::text, 'provider_proof'::text])),
  constraint ticket_token_hash_is_sha256 CHECK (octet_length(token_hash) = 32),
  constraint ticket_member_id_fkey FOREIGN KEY (member_id) REFERENCES access.member(member_id)
);
create index ticket_by_expiry ON access.ticket USING btree (expires_at);
create index ticket_of_member ON access.ticket USING btree (member_id, purpose);
grant delete, insert, select, update on access.ticket to vitaran_app;

create table access.token (
  merchant_id uuid not null,
  token_hash bytea not null,
  client_id text not null,
  secret_version integer not null,
  ip text not null,
  issued_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  signed boolean not null default false,
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
create policy owner_sees on access.token for select to pg_database_owner
  using true;
create policy sweep on access.token for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant delete, insert, select on access.token to vitaran_app;
grant update (revoked_at) on access.token to vitaran_app;

create view access.merchant_clock with (security_invoker=true) as
 SELECT merchant_id,
    mode,
    payouts_enabled,
    lib.now_of(merchant_id) AS now
   FROM access.merchant
  WHERE home = (( SELECT home.name
           FROM lib.home));

create view access.place with (security_invoker=true) as
 SELECT merchant.merchant_id AS id,
    merchant.home
   FROM access.merchant
UNION ALL
 SELECT organization.organization_id AS id,
    lib.first_home() AS home
   FROM access.organization;

-- approvals -------------------------------------------------------------------------------------------

create schema approvals;
grant usage on schema approvals to vitaran_app;

create sequence approvals.tightened_nth_seq;

create table approvals.counted (
  merchant_id uuid not null,
  subject text not null,
  at timestamp with time zone not null,
  transfer_id uuid not null,
  paise bigint not null,
  approvers smallint not null,
  approvals jsonb,
  pays_at timestamp with time zone,
  shown_to uuid,
  constraint counted_once PRIMARY KEY (merchant_id, subject, at, transfer_id),
  constraint counted_amounts_make_sense CHECK (paise > 0 AND approvers >= 0)
);
create index counted_scheduled ON approvals.counted USING btree (merchant_id, subject, pays_at) WHERE (pays_at IS NOT NULL);
create index counted_shown ON approvals.counted USING btree (merchant_id, shown_to, at) WHERE (shown_to IS NOT NULL);
create index counted_shown_paying ON approvals.counted USING btree (merchant_id, shown_to, pays_at) WHERE ((shown_to IS NOT NULL) AND (pays_at IS NOT NULL));
alter table approvals.counted enable row level security, force row level security;
create policy own_rows on approvals.counted for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on approvals.counted for select to pg_database_owner
  using true;
create policy sweep on approvals.counted for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on approvals.counted to vitaran_app;

create table approvals.decision (
  merchant_id uuid not null,
  request_id uuid not null,
  revision integer not null,
  member_id uuid not null,
  verdict text not null,
  content_hash bytea not null,
  maker_ids uuid[] not null,
  remarks text not null,
  decided_at timestamp with time zone not null,
  constraint member_decides_once PRIMARY KEY (merchant_id, request_id, revision, member_id),
  constraint nobody_decides_about_their_own CHECK (member_id <> ALL (maker_ids)),
  constraint verdict_is_known CHECK (verdict = ANY (ARRAY['approve'::text, 'reject'::text])),
  constraint decision_of_a_request FOREIGN KEY (merchant_id, request_id) REFERENCES approvals.request(merchant_id, request_id)
);
alter table approvals.decision enable row level security, force row level security;
create policy own_rows on approvals.decision for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on approvals.decision for select to pg_database_owner
  using true;
create policy sweep on approvals.decision for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on approvals.decision to vitaran_app;
grant update (remarks) on approvals.decision to vitaran_app;

create table approvals.policy (
  merchant_id uuid not null,
  subject_kind text not null,
  version integer not null,
  place smallint not null,
  name text not null,
  from_paise bigint,
  to_paise bigint,
  rails text[],
  fund_source_ids text[],
  creators text[],
  levels jsonb not null,
  constraint policy_once PRIMARY KEY (merchant_id, subject_kind, version, place),
  constraint amounts_are_a_range CHECK (from_paise >= 0 AND to_paise >= COALESCE(from_paise, 0::bigint)),
  constraint creators_are_known CHECK (creators <@ ARRAY['api'::text, 'member'::text, 'batch'::text]),
  constraint levels_are_a_short_list CHECK (jsonb_typeof(levels) = 'array'::text AND jsonb_array_length(levels) <= 5),
  constraint policy_has_a_name CHECK (name <> ''::text),
  constraint policy_of_a_set FOREIGN KEY (merchant_id, subject_kind) REFERENCES approvals.policy_set(merchant_id, subject_kind)
);
alter table approvals.policy enable row level security, force row level security;
create policy own_rows on approvals.policy for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on approvals.policy for select to pg_database_owner
  using true;
create policy sweep on approvals.policy for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on approvals.policy to vitaran_app;

create table approvals.policy_set (
  merchant_id uuid not null,
  subject_kind text not null,
  version integer not null,
  in_force boolean not null,
  expire_after_minutes integer not null,
  set_at timestamp with time zone not null,
  set_by text not null,
  except_ways text[] not null default '{}'::text[],
  constraint policy_set_once PRIMARY KEY (merchant_id, subject_kind),
  constraint exceptions_are_known_ways CHECK (except_ways <@ ARRAY['v1'::text, 'v1.1'::text, 'phone'::text, 'card'::text, 'link'::text, 'loan'::text, 'batch_call'::text, 'batch_file'::text]),
  constraint only_transfers_have_exceptions CHECK (subject_kind = 'transfer'::text OR except_ways = '{}'::text[]),
  constraint requests_last_a_minute_to_a_year CHECK (expire_after_minutes >= 1 AND expire_after_minutes <= 527040),
  constraint subject_kind_is_known CHECK (subject_kind = ANY (ARRAY['transfer'::text, 'batch'::text, 'beneficiary'::text, 'key_reset'::text, 'limit'::text, 'rights'::text, 'policy'::text, 'credit'::text])),
  constraint version_counts_from_one CHECK (version >= 1)
);
CREATE TRIGGER note_changed_fact AFTER INSERT OR DELETE OR UPDATE ON approvals.policy_set FOR EACH STATEMENT EXECUTE FUNCTION transfers.note_changed_fact();
alter table approvals.policy_set enable row level security, force row level security;
create policy own_rows on approvals.policy_set for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on approvals.policy_set for select to pg_database_owner
  using true;
create policy sweep on approvals.policy_set for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on approvals.policy_set to vitaran_app;

create table approvals.request (
  merchant_id uuid not null,
  request_id uuid not null,
  subject_kind text not null,
  subject_id text not null,
  content_hash bytea not null,
  revision integer not null default 1,
  maker text not null,
  maker_ids uuid[] not null,
  amount_paise bigint,
  rail text,
  fund_source_id text,
  creator text not null,
  proposal jsonb,
  policy_name text not null,
  policy_version integer not null,
  levels jsonb not null,
  status text not null default 'pending'::text,
  level smallint not null default 1,
  opened_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_by text,
  remarks text not null default ''::text,
  approver_ids uuid[],
  released_at timestamp with time zone,
  alone_until timestamp with time zone,
  sums jsonb,
  secret_shown_to uuid,
  may_carry text[],
  constraint request_once PRIMARY KEY (merchant_id, request_id),
  constraint an_end_has_its_time_and_its_cause CHECK ((status = 'pending'::text) = (ended_at IS NULL) AND (ended_at IS NULL) = (ended_by IS NULL)),
  constraint approved_by_somebody CHECK ((status = 'approved'::text) = (approver_ids IS NOT NULL) AND COALESCE(cardinality(approver_ids) > 0 OR alone_until IS NOT NULL, true)),
  constraint content_is_hashed CHECK (octet_length(content_hash) >= 16 AND octet_length(content_hash) <= 64),
  constraint creator_is_known CHECK (creator = ANY (ARRAY['api'::text, 'member'::text, 'batch'::text])),
  constraint nobody_approves_their_own CHECK (NOT COALESCE(approver_ids && maker_ids, false)),
  constraint only_what_is_approved_is_released CHECK (released_at IS NULL OR status = 'approved'::text),
  constraint revision_counts_from_one CHECK (revision >= 1),
  constraint somebody_must_agree CHECK (jsonb_typeof(levels) = 'array'::text AND jsonb_array_length(levels) >= 1 AND jsonb_array_length(levels) <= 1000),
  constraint status_is_known CHECK (status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text, 'expired'::text])),
  constraint subject_kind_is_known CHECK (subject_kind = ANY (ARRAY['transfer'::text, 'batch'::text, 'beneficiary'::text, 'key_reset'::text, 'limit'::text, 'rights'::text, 'policy'::text, 'credit'::text]))
);
alter table approvals.request set (fillfactor=70);
create unique index one_open_request_per_subject ON approvals.request USING btree (merchant_id, subject_kind, subject_id) WHERE (status = 'pending'::text);
create index request_alone ON approvals.request USING btree (merchant_id, alone_until) WHERE ((status = 'pending'::text) AND (alone_until IS NOT NULL));
create index request_by_deadline ON approvals.request USING btree (merchant_id, expires_at, request_id) WHERE (status = 'pending'::text);
create index request_by_end ON approvals.request USING btree (merchant_id, ended_at, request_id) WHERE (ended_at IS NOT NULL);
create index request_by_subject ON approvals.request USING btree (merchant_id, subject_kind, subject_id, request_id);
alter table approvals.request enable row level security, force row level security;
create policy own_rows on approvals.request for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on approvals.request for select to pg_database_owner
  using true;
create policy sweep on approvals.request for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on approvals.request to vitaran_app;
grant update (alone_until, amount_paise, approver_ids, content_hash, ended_at, ended_by, fund_source_id, level, levels, maker_ids, may_carry, policy_name, policy_version, proposal, rail, released_at, remarks, revision, status, sums) on approvals.request to vitaran_app;

create table approvals.tightened (
  merchant_id uuid not null,
  tightened_id uuid not null,
  subject text not null,
  at timestamp with time zone not null,
  member_id uuid not null,
  before jsonb not null,
  after jsonb not null,
  nth bigint not null,
  constraint tightened_once PRIMARY KEY (merchant_id, tightened_id)
);
create index tightened_by_subject ON approvals.tightened USING btree (merchant_id, subject, at);
create index tightened_in_order ON approvals.tightened USING btree (merchant_id, subject, nth);
alter table approvals.tightened enable row level security, force row level security;
create policy own_rows on approvals.tightened for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on approvals.tightened for select to pg_database_owner
  using true;
create policy sweep on approvals.tightened for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant delete, insert, select, update on approvals.tightened to vitaran_app;

-- audit -----------------------------------------------------------------------------------------------

create schema audit;
grant usage on schema audit to vitaran_app;

create table audit.boundary (
  merchant_id uuid not null,
  seq bigint not null,
  mac bytea not null,
  constraint boundary_pkey PRIMARY KEY (merchant_id),
  constraint boundary_mac_names_its_key CHECK (octet_length(mac) = 36)
);
alter table audit.boundary enable row level security, force row level security;
create policy own_rows on audit.boundary for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on audit.boundary for select to pg_database_owner
  using true;
create policy sweep on audit.boundary for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on audit.boundary to vitaran_app;

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
create policy owner_sees on audit.chain for select to pg_database_owner
  using true;
create policy sweep on audit.chain for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on audit.chain to vitaran_app;

create table audit.keying (
  only_row boolean not null default true,
  begun_at timestamp with time zone,
  constraint keying_pkey PRIMARY KEY (only_row),
  constraint there_is_one_row CHECK (only_row)
);
grant insert, select, update on audit.keying to vitaran_app;

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
  mac bytea,
  constraint record_pkey PRIMARY KEY (merchant_id, seq),
  constraint record_hashes_are_sha256 CHECK (octet_length(prev_hash) = 32 AND octet_length(hash) = 32),
  constraint record_mac_names_its_key CHECK (octet_length(mac) = 36),
  constraint record_says_who_and_what CHECK (actor <> ''::text AND action <> ''::text),
  constraint record_seq_counts_from_one CHECK (seq >= 1)
);
alter table audit.record enable row level security, force row level security;
create policy own_rows on audit.record for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on audit.record for select to pg_database_owner
  using true;
create policy sweep on audit.record for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on audit.record to vitaran_app;

-- backups ---------------------------------------------------------------------------------------------

create schema backups;
grant usage on schema backups to vitaran_app;

create table backups.state (
  only_row boolean not null default true,
  tried_at timestamp with time zone,
  fault text,
  good_at timestamp with time zone,
  good_name text,
  is_proved boolean,
  tries integer not null default 0,
  constraint state_pkey PRIMARY KEY (only_row),
  constraint good_backup_is_whole CHECK (num_nulls(good_at, good_name, is_proved) = ANY (ARRAY[0, 3])),
  constraint there_is_one_row CHECK (only_row),
  constraint tries_are_counted CHECK (tries >= 0)
);
grant insert, select, update on backups.state to vitaran_app;

-- batches ---------------------------------------------------------------------------------------------

create schema batches;
grant usage on schema batches to vitaran_app;

create table batches.batch (
  merchant_id uuid not null,
  batch_id uuid not null,
  reference_id integer not null,
  batch_key text,
  name text not null,
  format text not null,
  file_hash bytea,
  cloned_from uuid,
  replaces_beneficiaries boolean not null,
  fund_source_id text,
  row_count integer not null,
  sum_paise bigint not null,
  content_hash bytea not null,
  chunk_hashes bytea not null,
  warnings jsonb not null,
  stage text not null,
  because text,
  created_by text not null,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  free_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  secret_shown_to uuid,
  other_makers uuid[] not null default '{}'::uuid[],
  constraint batch_once PRIMARY KEY (merchant_id, batch_id),
  constraint batch_key_once UNIQUE (merchant_id, batch_key),
  constraint batch_reference_once UNIQUE (merchant_id, reference_id),
  constraint an_end_has_a_moment CHECK ((stage = ANY (ARRAY['finished'::text, 'rejected'::text])) = (finished_at IS NOT NULL)),
  constraint format_is_known CHECK (format = ANY (ARRAY['BENEFICIARY_ID'::text, 'BANK_ACCOUNT'::text, 'UPI'::text, 'PAYTM'::text, 'AMAZONPAY'::text, 'CARD'::text, 'BENEFICIARIES'::text, 'MIXED'::text])),
  constraint hashes_are_whole CHECK (length(content_hash) = 32 AND length(chunk_hashes) = (32 * ((row_count + 499) / 500))),
  constraint rejected_for_a_reason CHECK ((stage = 'rejected'::text) = (because IS NOT NULL)),
  constraint some_rows_and_not_too_many CHECK (row_count >= 1 AND row_count <= 10000),
  constraint stage_is_known CHECK (stage = ANY (ARRAY['uploaded'::text, 'validating'::text, 'awaiting_approval'::text, 'processing'::text, 'finished'::text, 'rejected'::text]))
);
alter table batches.batch set (fillfactor=50);
create index batch_of_file ON batches.batch USING btree (merchant_id, file_hash) WHERE (file_hash IS NOT NULL);
create index batch_to_work_on ON batches.batch USING btree (merchant_id, batch_id) WHERE (stage = ANY (ARRAY['uploaded'::text, 'validating'::text, 'processing'::text]));
alter table batches.batch enable row level security, force row level security;
create policy own_rows on batches.batch for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on batches.batch for select to pg_database_owner
  using true;
create policy sweep on batches.batch for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on batches.batch to vitaran_app;
grant update (because, finished_at, free_at, stage) on batches.batch to vitaran_app;

create table batches.batch_row (
  merchant_id uuid not null,
  batch_id uuid not null,
  row_no smallint not null,
  line integer not null,
  sealed_fields bytea not null,
  sealed_card bytea,
  card_hash bytea,
  leaf_hash bytea not null,
  row_key text,
  amount_paise bigint,
  status text not null,
  failure text,
  because text,
  tries smallint not null default 0,
  bene_id text,
  beneficiary_id uuid,
  transfer_id uuid,
  reference_id bigint,
  charges_paise bigint,
  erased_hash bytea,
  constraint row_once PRIMARY KEY (merchant_id, batch_id, row_no),
  constraint accepted_row_pays_someone CHECK (status <> 'accepted'::text OR bene_id IS NOT NULL OR card_hash IS NOT NULL OR transfer_id IS NOT NULL),
  constraint card_is_there_while_open CHECK ((sealed_card IS NOT NULL) = (status = 'open'::text AND card_hash IS NOT NULL)),
  constraint erased_hash_is_whole CHECK (length(erased_hash) = 32),
  constraint leaf_is_whole CHECK (length(leaf_hash) = 32),
  constraint open_row_has_no_transfer CHECK (status <> 'open'::text OR transfer_id IS NULL),
  constraint pinned_row_pays_someone CHECK (beneficiary_id IS NULL OR bene_id IS NOT NULL),
  constraint row_rejected_for_a_reason CHECK ((status = 'rejected'::text) = (failure IS NOT NULL) AND (failure IS NULL) = (because IS NULL)),
  constraint row_status_is_known CHECK (status = ANY (ARRAY['open'::text, 'accepted'::text, 'rejected'::text])),
  constraint transfer_has_both_ids CHECK ((transfer_id IS NULL) = (reference_id IS NULL))
);
alter table batches.batch_row set (fillfactor=50);
create unique index row_key_once ON batches.batch_row USING btree (merchant_id, batch_id, row_key) WHERE (status <> 'rejected'::text);
alter table batches.batch_row enable row level security, force row level security;
create policy own_rows on batches.batch_row for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on batches.batch_row for select to pg_database_owner
  using true;
create policy sweep on batches.batch_row for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on batches.batch_row to vitaran_app;
grant update (because, bene_id, beneficiary_id, erased_hash, failure, reference_id, sealed_card, sealed_fields, status, transfer_id, tries) on batches.batch_row to vitaran_app;

create table batches.column_names (
  merchant_id uuid not null,
  format text not null,
  mapping jsonb not null,
  constraint column_names_once PRIMARY KEY (merchant_id, format)
);
alter table batches.column_names enable row level security, force row level security;
create policy own_rows on batches.column_names for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on batches.column_names for select to pg_database_owner
  using true;
create policy sweep on batches.column_names for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on batches.column_names to vitaran_app;

create table batches.counter (
  merchant_id uuid not null,
  last_reference_id integer not null,
  constraint counter_pkey PRIMARY KEY (merchant_id)
);
alter table batches.counter enable row level security, force row level security;
create policy own_rows on batches.counter for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on batches.counter for select to pg_database_owner
  using true;
create policy sweep on batches.counter for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on batches.counter to vitaran_app;

create table batches.draft (
  merchant_id uuid not null,
  draft_id uuid not null,
  name text not null,
  format text not null,
  replaces_beneficiaries boolean not null,
  fund_source_id text,
  sealed_file bytea,
  file_hash bytea not null,
  mapping jsonb,
  titles jsonb not null,
  made_by text not null,
  made_at timestamp with time zone not null,
  batch_id uuid,
  columns_chosen_at timestamp with time zone,
  constraint draft_once PRIMARY KEY (merchant_id, draft_id),
  constraint confirmed_draft_keeps_no_file CHECK (batch_id IS NULL OR sealed_file IS NULL),
  constraint draft_format_is_known CHECK (format = ANY (ARRAY['BENEFICIARY_ID'::text, 'BANK_ACCOUNT'::text, 'UPI'::text, 'PAYTM'::text, 'AMAZONPAY'::text, 'BENEFICIARIES'::text]))
);
create index open_draft_by_maker ON batches.draft USING btree (merchant_id, made_by, draft_id) WHERE (batch_id IS NULL);
alter table batches.draft enable row level security, force row level security;
create policy own_rows on batches.draft for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on batches.draft for select to pg_database_owner
  using true;
create policy sweep on batches.draft for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant delete, insert, select, update on batches.draft to vitaran_app;

create table batches.draft_row (
  merchant_id uuid not null,
  draft_id uuid not null,
  row_no smallint not null,
  line integer not null,
  sealed_row bytea not null,
  row_key text,
  bene_id text,
  amount_paise bigint,
  faults smallint not null,
  account_index bytea,
  constraint draft_row_once PRIMARY KEY (merchant_id, draft_id, row_no)
);
alter table batches.draft_row enable row level security, force row level security;
create policy own_rows on batches.draft_row for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on batches.draft_row for select to pg_database_owner
  using true;
create policy sweep on batches.draft_row for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant delete, insert, select, update on batches.draft_row to vitaran_app;

create table batches.own_columns (
  merchant_id uuid not null,
  format text not null,
  chosen_by text not null,
  chosen_at timestamp with time zone not null,
  mapping jsonb not null,
  constraint own_columns_once PRIMARY KEY (merchant_id, format, chosen_by)
);
alter table batches.own_columns enable row level security, force row level security;
create policy own_rows on batches.own_columns for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on batches.own_columns for select to pg_database_owner
  using true;
create policy sweep on batches.own_columns for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on batches.own_columns to vitaran_app;

create view batches.made_batch with (security_invoker=true) as
 SELECT merchant_id,
    batch_id,
    created_by AS maker
   FROM batches.batch;

-- beneficiaries ---------------------------------------------------------------------------------------

create schema beneficiaries;
grant usage on schema beneficiaries to vitaran_app;

CREATE OR REPLACE FUNCTION beneficiaries.handle_of(vpa_handle text, vpa text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE(vpa_handle, lower(split_part(vpa, '@'::text, 2)));

CREATE OR REPLACE FUNCTION beneficiaries.refuse_other_details()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.name = '(erased)' and num_nonnulls(new.sealed_account, new.account_last4, new.account_index, new.ifsc, new.vpa,
      new.sealed_card, new.card_last4, new.card_network, new.card_index) = 0 then
    return new;
  end if;
  raise exception 'details of a beneficiary stay as they are, or are erased' using errcode = 'insufficient_privilege';
end
$function$;

CREATE OR REPLACE FUNCTION beneficiaries.shown_end(last4 text, sealed bytea)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(sealed) <= (33 + 8)) THEN "right"(last4, GREATEST(1, ((octet_length(sealed) - 33) / 3))) ELSE last4 END;

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
  card_index bytea,
  sealed_card bytea,
  group_name text not null default 'DEFAULT'::text,
  purpose text,
  status text not null default 'verified'::text,
  added_at timestamp with time zone not null,
  added_by text not null,
  removed_at timestamp with time zone,
  removed_by text,
  vpa_index bytea,
  phone_index bytea,
  email_index bytea,
  vpa_handle text,
  phone_last4 text,
  removed_alone boolean not null default false,
  restored_at timestamp with time zone,
  undone_removal_at timestamp with time zone,
  undone_removal_by text,
  restored_by text,
  vpa_account_end text,
  constraint beneficiary_once PRIMARY KEY (merchant_id, beneficiary_id),
  constraint account_shows_four_characters_at_most CHECK (length(account_last4) <= 4),
  constraint bank_account_is_whole CHECK (num_nulls(sealed_account, account_last4, account_index, ifsc) = ANY (ARRAY[0, 4])),
  constraint card_is_whole CHECK ((num_nulls(card_last4, card_network) = ANY (ARRAY[0, 2])) OR bene_id IS NULL),
  constraint card_network_is_known CHECK (card_network = ANY (ARRAY['visa'::text, 'mastercard'::text])),
  constraint card_shows_four_characters CHECK (length(card_last4) = 4),
  constraint contact_indexes_are_hashes CHECK (octet_length(vpa_index) = 32 AND octet_length(phone_index) = 32 AND octet_length(email_index) = 32),
  constraint listed_or_found_by_fingerprint CHECK ((bene_id IS NULL) = (fingerprint IS NOT NULL)),
  constraint only_listed_ones_are_removed CHECK (removed_at IS NULL OR bene_id IS NOT NULL),
  constraint only_listed_ones_await_approval CHECK (status <> 'awaiting_approval'::text OR bene_id IS NOT NULL),
  constraint only_listed_ones_claim_a_bank_account CHECK (NOT account_claimed OR bene_id IS NOT NULL AND account_index IS NOT NULL),
  constraint only_removed_ones_were_removed_alone CHECK (NOT removed_alone OR removed_at IS NOT NULL),
  constraint removed_by_someone CHECK ((removed_at IS NULL) = (removed_by IS NULL)),
  constraint status_is_known CHECK (status = ANY (ARRAY['verified'::text, 'invalid'::text, 'awaiting_approval'::text])),
  constraint tokens_come_with_their_transfer CHECK (sealed_card IS NULL OR bene_id IS NULL AND card_last4 IS NOT NULL),
  constraint vpa_account_shows_four_characters_at_most CHECK (length(vpa_account_end) <= 9)
);
create unique index bank_account_listed_once ON beneficiaries.beneficiary USING btree (merchant_id, account_index) WHERE (account_claimed AND (removed_at IS NULL));
create index listed_by_bank_account ON beneficiaries.beneficiary USING btree (merchant_id, account_index) WHERE (listed AND (removed_at IS NULL));
create index listed_by_id ON beneficiaries.beneficiary USING btree (merchant_id, bene_id) WHERE (bene_id IS NOT NULL);
create index listed_newest_first ON beneficiaries.beneficiary USING btree (merchant_id, beneficiary_id) WHERE listed;
create unique index listed_once ON beneficiaries.beneficiary USING btree (merchant_id, bene_id) WHERE ((bene_id IS NOT NULL) AND (removed_at IS NULL));
create index payee_by_account_end ON beneficiaries.beneficiary USING btree (merchant_id, account_last4) WHERE (account_last4 IS NOT NULL);
create index payee_by_account_vpa ON beneficiaries.beneficiary USING btree (merchant_id, vpa_handle) WHERE (vpa_handle ~~ '%.ifsc.npci'::text);
create index payee_by_card ON beneficiaries.beneficiary USING btree (merchant_id, card_index) WHERE (card_index IS NOT NULL);
create index payee_by_earlier_account_vpa ON beneficiaries.beneficiary USING btree (merchant_id) WHERE ((vpa_account_end IS NULL) AND (vpa_handle ~~ '%.ifsc.npci'::text));
create index payee_by_phone ON beneficiaries.beneficiary USING btree (merchant_id, phone_index) WHERE (phone_index IS NOT NULL);
create index payee_by_vpa ON beneficiaries.beneficiary USING btree (merchant_id, vpa_index) WHERE (vpa_index IS NOT NULL);
create index payee_by_vpa_account_end ON beneficiaries.beneficiary USING btree (merchant_id, vpa_account_end) WHERE (vpa_account_end <> ''::text);
create index payee_not_sealed ON beneficiaries.beneficiary USING btree (merchant_id, beneficiary_id) WHERE ((num_nulls(vpa_index, phone_index, email_index) = 3) AND (num_nonnulls(vpa, phone, email) > 0));
create index payee_of_account ON beneficiaries.beneficiary USING btree (merchant_id, account_index) WHERE (account_index IS NOT NULL);
create index payee_search ON beneficiaries.beneficiary USING btree (merchant_id, beneficiary_id) INCLUDE (name, bene_id, account_last4, card_last4, vpa_index, phone_index, email_index);
create index removed_alone_by ON beneficiaries.beneficiary USING btree (merchant_id, removed_by, removed_at) WHERE removed_alone;
create unique index unlisted_once ON beneficiaries.beneficiary USING btree (merchant_id, fingerprint) WHERE (fingerprint IS NOT NULL);
CREATE TRIGGER details_stay_or_are_erased BEFORE UPDATE OF name, bene_id, account_last4, account_index, account_claimed, ifsc, card_last4, card_network, card_index ON beneficiaries.beneficiary FOR EACH ROW EXECUTE FUNCTION beneficiaries.refuse_other_details();
alter table beneficiaries.beneficiary enable row level security, force row level security;
create policy own_rows on beneficiaries.beneficiary for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on beneficiaries.beneficiary for select to pg_database_owner
  using true;
create policy sweep on beneficiaries.beneficiary for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on beneficiaries.beneficiary to vitaran_app;
grant update (account_claimed, account_index, account_last4, added_at, address1, address2, bene_id, card_index, card_last4, card_network, city, email, email_index, fingerprint, ifsc, name, phone, phone_index, phone_last4, pincode, removed_alone, removed_at, removed_by, restored_at, restored_by, sealed_account, sealed_card, state, status, undone_removal_at, undone_removal_by, vpa, vpa_account_end, vpa_handle, vpa_index) on beneficiaries.beneficiary to vitaran_app;

create table beneficiaries.bulk_verification (
  merchant_id uuid not null,
  bulk_id uuid not null,
  bulk_key text not null,
  row_count integer not null,
  requested_at timestamp with time zone not null,
  constraint bulk_once PRIMARY KEY (merchant_id, bulk_id),
  constraint bulk_key_once UNIQUE (merchant_id, bulk_key),
  constraint a_bulk_has_rows CHECK (row_count > 0)
);
create index bulk_newest ON beneficiaries.bulk_verification USING btree (merchant_id, requested_at);
alter table beneficiaries.bulk_verification enable row level security, force row level security;
create policy own_rows on beneficiaries.bulk_verification for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on beneficiaries.bulk_verification for select to pg_database_owner
  using true;
create policy sweep on beneficiaries.bulk_verification for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on beneficiaries.bulk_verification to vitaran_app;

create table beneficiaries.ifsc_list (
  only_row boolean not null default true,
  listed_on date not null,
  codes bytea not null,
  loaded_at timestamp with time zone not null default clock_timestamp(),
  constraint ifsc_list_pkey PRIMARY KEY (only_row),
  constraint there_is_one_row CHECK (only_row)
);
grant insert, select, update on beneficiaries.ifsc_list to vitaran_app;

create table beneficiaries.known_ifsc (
  ifsc text not null,
  said_by text not null,
  replaced_by text,
  said_at timestamp with time zone not null default clock_timestamp(),
  constraint known_ifsc_pkey PRIMARY KEY (ifsc),
  constraint known_ifsc_has_its_form CHECK (ifsc ~ '^[A-Z]{4}0[A-Z0-9]{6}$'::text),
  constraint replacement_has_its_form CHECK (replaced_by ~ '^[A-Z]{4}0[A-Z0-9]{6}$'::text AND replaced_by <> ifsc),
  constraint someone_said_it CHECK (said_by = ANY (ARRAY['operator'::text, 'bank'::text, 'simulated bank'::text]))
);
grant insert, select, update on beneficiaries.known_ifsc to vitaran_app;

create table beneficiaries.number_tried (
  merchant_id uuid not null,
  member_id uuid not null,
  day date not null,
  number_hash bytea not null,
  place_hash bytea,
  constraint number_tried_once PRIMARY KEY (merchant_id, member_id, day, number_hash),
  constraint number_is_a_hash CHECK (octet_length(number_hash) = 32),
  constraint place_is_a_hash CHECK (octet_length(place_hash) = 32)
);
alter table beneficiaries.number_tried enable row level security, force row level security;
create policy own_rows on beneficiaries.number_tried for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on beneficiaries.number_tried for select to pg_database_owner
  using true;
create policy sweep on beneficiaries.number_tried for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant delete, insert, select on beneficiaries.number_tried to vitaran_app;

create table beneficiaries.setting (
  merchant_id uuid not null,
  account_once boolean not null default true,
  waiting_minutes integer not null default 0,
  verification_fee_paise bigint,
  constraint setting_once PRIMARY KEY (merchant_id),
  constraint verification_fee_is_not_negative CHECK (verification_fee_paise >= 0),
  constraint waiting_at_most_a_day CHECK (waiting_minutes >= 0 AND waiting_minutes <= 1440)
);
CREATE TRIGGER note_changed_fact AFTER INSERT OR DELETE OR UPDATE ON beneficiaries.setting FOR EACH STATEMENT EXECUTE FUNCTION transfers.note_changed_fact();
alter table beneficiaries.setting enable row level security, force row level security;
create policy own_rows on beneficiaries.setting for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on beneficiaries.setting for select to pg_database_owner
  using true;
create policy sweep on beneficiaries.setting for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on beneficiaries.setting to vitaran_app;

create table beneficiaries.verification (
  merchant_id uuid not null,
  verification_id uuid not null,
  verification_no bigint not null,
  method text not null,
  kind text not null,
  bulk_id uuid,
  row_no integer,
  user_key text,
  given_name text,
  phone text,
  remarks text,
  sealed_account bytea,
  account_last4 text,
  account_index bytea,
  ifsc text,
  vpa text,
  status text not null,
  asked smallint not null default 0,
  due_at timestamp with time zone,
  bank_id text,
  name_at_bank text,
  score smallint,
  outcome text,
  code text,
  utr text,
  deposited_paise bigint,
  failure text,
  fee_paise bigint not null,
  tax_paise bigint not null,
  requested_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  vpa_index bytea,
  constraint verification_once PRIMARY KEY (merchant_id, verification_id),
  constraint verification_number_once UNIQUE (merchant_id, verification_no),
  constraint account_shows_four_characters_at_most CHECK (length(account_last4) <= 4),
  constraint asks_for_what_it_is_about CHECK (
CASE kind
    WHEN 'vpa'::text THEN vpa IS NOT NULL
    ELSE num_nulls(sealed_account, account_last4, ifsc) = 0
END),
  constraint charges_are_not_negative CHECK (fee_paise >= 0 AND tax_paise >= 0),
  constraint failed_for_a_reason CHECK ((status = 'failed'::text) = (failure IS NOT NULL)),
  constraint failure_is_known CHECK (failure = ANY (ARRAY['unavailable'::text, 'refused'::text, 'unknown'::text, 'unsupported'::text, 'malformed'::text])),
  constraint finished_has_a_moment CHECK ((status = 'waiting'::text) = (finished_at IS NULL)),
  constraint found_has_a_name CHECK ((status = 'found'::text) = (name_at_bank IS NOT NULL)),
  constraint kind_is_known CHECK (kind = ANY (ARRAY['account'::text, 'vpa'::text])),
  constraint method_is_known CHECK (method = ANY (ARRAY['direct'::text, 'async'::text, 'bulk'::text])),
  constraint name_lookups_deposit_nothing_negative CHECK (deposited_paise >= 0),
  constraint only_bulks_have_rows CHECK ((method = 'bulk'::text) = (bulk_id IS NOT NULL) AND (bulk_id IS NULL) = (row_no IS NULL)),
  constraint only_names_are_scored CHECK (score IS NULL OR name_at_bank IS NOT NULL AND given_name IS NOT NULL),
  constraint outcome_is_known CHECK (outcome = ANY (ARRAY['direct_match'::text, 'good_partial_match'::text, 'moderate_match'::text, 'poor_match'::text, 'no_match'::text])),
  constraint score_comes_with_its_outcome CHECK ((score IS NULL) = (outcome IS NULL)),
  constraint status_is_known CHECK (status = ANY (ARRAY['waiting'::text, 'found'::text, 'not_found'::text, 'failed'::text])),
  constraint vpa_index_is_a_hash CHECK (octet_length(vpa_index) = 32),
  constraint waiting_is_due CHECK ((status = 'waiting'::text) = (due_at IS NOT NULL)),
  constraint row_of_a_bulk FOREIGN KEY (merchant_id, bulk_id) REFERENCES beneficiaries.bulk_verification(merchant_id, bulk_id)
);
alter table beneficiaries.verification set (fillfactor=80);
create index verification_due ON beneficiaries.verification USING btree (merchant_id, due_at) WHERE (status = 'waiting'::text);
create index verification_of_account ON beneficiaries.verification USING btree (merchant_id, account_index, verification_no) WHERE ((status = ANY (ARRAY['found'::text, 'not_found'::text])) AND (account_index IS NOT NULL));
create index verification_of_bulk ON beneficiaries.verification USING btree (merchant_id, bulk_id, row_no) WHERE (bulk_id IS NOT NULL);
create index verification_of_user ON beneficiaries.verification USING btree (merchant_id, user_key, verification_no) WHERE (user_key IS NOT NULL);
create index verification_of_vpa ON beneficiaries.verification USING btree (merchant_id, vpa_index, verification_no) WHERE ((status = ANY (ARRAY['found'::text, 'not_found'::text])) AND (vpa_index IS NOT NULL));
alter table beneficiaries.verification enable row level security, force row level security;
create policy own_rows on beneficiaries.verification for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on beneficiaries.verification for select to pg_database_owner
  using true;
create policy sweep on beneficiaries.verification for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on beneficiaries.verification to vitaran_app;
grant update (account_index, account_last4, asked, bank_id, code, deposited_paise, due_at, failure, finished_at, given_name, ifsc, name_at_bank, outcome, phone, remarks, score, sealed_account, status, utr, vpa, vpa_index) on beneficiaries.verification to vitaran_app;

create table beneficiaries.verification_counter (
  merchant_id uuid not null,
  last_no bigint not null,
  constraint counter_once PRIMARY KEY (merchant_id)
);
alter table beneficiaries.verification_counter enable row level security, force row level security;
create policy own_rows on beneficiaries.verification_counter for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on beneficiaries.verification_counter for select to pg_database_owner
  using true;
create policy sweep on beneficiaries.verification_counter for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on beneficiaries.verification_counter to vitaran_app;

create view beneficiaries.destination with (security_invoker=true) as
 SELECT merchant_id,
    beneficiary_id,
    account_index,
    account_last4,
    sealed_account,
    ifsc,
    vpa,
    vpa_handle,
    vpa_index,
    phone,
    phone_index,
    card_index,
    added_at,
    card_last4,
    card_network,
    vpa_account_end
   FROM beneficiaries.beneficiary;

-- calls -----------------------------------------------------------------------------------------------

create schema calls;
grant usage on schema calls to vitaran_app;

create table calls.call (
  merchant_id uuid not null,
  call_id uuid not null,
  request_id text,
  at timestamp with time zone not null,
  method text not null,
  path text not null,
  http_status smallint not null,
  duration_ms integer not null,
  client_id text,
  ip inet not null,
  refusal text,
  object_kind text,
  object_key text,
  constraint call_logged_once PRIMARY KEY (merchant_id, call_id),
  constraint duration_is_counted CHECK (duration_ms >= 0),
  constraint object_has_kind_and_key CHECK ((object_kind IS NULL) = (object_key IS NULL)),
  constraint object_key_is_short CHECK (length(object_key) <= 100),
  constraint object_kind_is_known CHECK (object_kind = ANY (ARRAY['transfer'::text, 'batch'::text, 'beneficiary'::text, 'link'::text, 'loan'::text])),
  constraint path_is_short CHECK (length(path) <= 200),
  constraint refusal_is_short CHECK (length(refusal) <= 100),
  constraint request_id_is_short CHECK (length(request_id) <= 100),
  constraint status_is_of_http CHECK (http_status >= 100 AND http_status <= 599)
);
create index call_of_object ON calls.call USING btree (merchant_id, object_key) WHERE (object_key IS NOT NULL);
create index call_of_request ON calls.call USING btree (merchant_id, request_id) WHERE (request_id IS NOT NULL);
alter table calls.call enable row level security, force row level security;
create policy own_rows on calls.call for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on calls.call for select to pg_database_owner
  using true;
create policy sweep on calls.call for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant delete, insert, select on calls.call to vitaran_app;
grant update (object_key, object_kind) on calls.call to vitaran_app;

create table calls.gap (
  merchant_id uuid not null,
  gap_id uuid not null,
  at timestamp with time zone not null,
  calls integer not null,
  constraint gap_noted_once PRIMARY KEY (merchant_id, gap_id),
  constraint gap_is_of_calls CHECK (calls > 0)
);
alter table calls.gap enable row level security, force row level security;
create policy own_rows on calls.gap for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on calls.gap for select to pg_database_owner
  using true;
create policy sweep on calls.gap for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant delete, insert, select on calls.gap to vitaran_app;

-- entry -----------------------------------------------------------------------------------------------

create schema entry;
grant usage on schema entry to vitaran_app;

create table entry.told (
  merchant_id uuid not null,
  audit_seq bigint not null,
  constraint told_pkey PRIMARY KEY (merchant_id)
);
alter table entry.told enable row level security, force row level security;
create policy own_rows on entry.told for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on entry.told for select to pg_database_owner
  using true;
create policy sweep on entry.told for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on entry.told to vitaran_app;

create table entry.told_heads (
  merchant_id uuid not null,
  records bigint not null,
  told_at timestamp with time zone not null,
  constraint told_heads_pkey PRIMARY KEY (merchant_id)
);
alter table entry.told_heads enable row level security, force row level security;
create policy own_rows on entry.told_heads for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on entry.told_heads for select to pg_database_owner
  using true;
create policy sweep on entry.told_heads for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on entry.told_heads to vitaran_app;

-- erasures --------------------------------------------------------------------------------------------

create schema erasures;
grant usage on schema erasures to vitaran_app;

create table erasures.erasure (
  merchant_id uuid not null,
  erasure_id uuid not null,
  erasure_no integer not null,
  beneficiary_ids jsonb not null,
  indexes jsonb not null,
  requested_by text not null,
  requested_at timestamp with time zone not null,
  due_at timestamp with time zone,
  closed_at timestamp with time zone,
  done_at timestamp with time zone,
  erased jsonb not null default '{}'::jsonb,
  sealed_kept bytea,
  kept_until timestamp with time zone,
  sealed_all bytea,
  all_until timestamp with time zone,
  constraint erasure_once PRIMARY KEY (merchant_id, erasure_id),
  constraint erasure_number_once UNIQUE (merchant_id, erasure_no),
  constraint all_details_have_an_end CHECK (sealed_all IS NULL OR all_until IS NOT NULL),
  constraint erasure_numbers_count_from_one CHECK (erasure_no >= 1),
  constraint kept_details_have_an_end CHECK (sealed_kept IS NULL OR kept_until IS NOT NULL),
  constraint only_closed_payees_are_erased CHECK (done_at IS NULL OR closed_at IS NOT NULL),
  constraint unfinished_erasures_are_due CHECK (done_at IS NOT NULL OR due_at IS NOT NULL)
);
alter table erasures.erasure enable row level security, force row level security;
create policy own_rows on erasures.erasure for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on erasures.erasure for select to pg_database_owner
  using true;
create policy sweep on erasures.erasure for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on erasures.erasure to vitaran_app;

-- figures ---------------------------------------------------------------------------------------------

create schema figures;
grant usage on schema figures to vitaran_app;

CREATE OR REPLACE FUNCTION figures.took_ms(accepted_at timestamp with time zone, finished_at timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (GREATEST((0)::double precision, CASE WHEN ((finished_at - accepted_at) < '00:01:00'::interval) THEN (round((date_part('epoch'::text, (finished_at - accepted_at)) * (10)::double precision)) * (100)::double precision) WHEN ((finished_at - accepted_at) < '01:00:00'::interval) THEN (round(date_part('epoch'::text, (finished_at - accepted_at))) * (1000)::double precision) ELSE (round((date_part('epoch'::text, (finished_at - accepted_at)) / (60)::double precision)) * (60000)::double precision) END))::bigint;

create table figures.day (
  merchant_id uuid not null,
  day date not null,
  late_changes bigint not null,
  constraint day_kept_once PRIMARY KEY (merchant_id, day)
);
alter table figures.day enable row level security, force row level security;
create policy own_rows on figures.day for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on figures.day for select to pg_database_owner
  using true;
create policy sweep on figures.day for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on figures.day to vitaran_app;

create table figures.tally (
  merchant_id uuid not null,
  day date not null,
  tally_id uuid not null default uuidv7(),
  fund_source_id text not null,
  mode text not null,
  rail text not null,
  bank_id text,
  status text not null,
  reason text,
  took_ms bigint,
  transfers bigint not null,
  amount_paise bigint not null,
  charges_paise bigint not null,
  constraint tally_once PRIMARY KEY (merchant_id, day, tally_id),
  constraint a_result_takes_no_negative_time CHECK (took_ms >= 0),
  constraint a_tally_counts_something CHECK (transfers > 0 AND amount_paise > 0 AND charges_paise >= 0)
);
alter table figures.tally enable row level security, force row level security;
create policy own_rows on figures.tally for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on figures.tally for select to pg_database_owner
  using true;
create policy sweep on figures.tally for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant delete, insert, select, update on figures.tally to vitaran_app;

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

create table fund_sources.bank (
  bank_id text not null,
  adapter text not null,
  name text not null,
  ifsc_code text,
  capabilities jsonb not null,
  version integer not null default 1,
  changed_by text not null,
  changed_at timestamp with time zone not null,
  constraint bank_pkey PRIMARY KEY (bank_id),
  constraint bank_id_is_a_word CHECK (bank_id ~ '^[a-z][a-z0-9_-]{1,31}$'::text),
  constraint bank_ifsc_code_is_four_letters CHECK (ifsc_code ~ '^[A-Z]{4}$'::text)
);
CREATE TRIGGER note_changed_fact AFTER INSERT OR DELETE OR UPDATE ON fund_sources.bank FOR EACH STATEMENT EXECUTE FUNCTION transfers.note_changed_shared_fact();
CREATE TRIGGER note_copied_fact AFTER INSERT OR DELETE OR UPDATE ON fund_sources.bank FOR EACH ROW EXECUTE FUNCTION transfers.note_changed_shared_fact();
alter table fund_sources.bank enable replica trigger note_copied_fact;
grant insert, select, update on fund_sources.bank to vitaran_app;

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
  stopped_because text,
  recovering_since timestamp with time zone,
  recovery_began_at timestamp with time zone,
  letter_name text,
  letter_address text,
  stopped_at timestamp with time zone,
  stopped_paise bigint,
  constraint bank_connected_once PRIMARY KEY (merchant_id, bank_id),
  constraint bank_number_once UNIQUE (merchant_id, bank_no),
  constraint a_letter_fits_an_envelope CHECK (length(letter_name) >= 1 AND length(letter_name) <= 100 AND length(letter_address) >= 1 AND length(letter_address) <= 300),
  constraint a_letter_needs_name_and_address CHECK ((letter_name IS NULL) = (letter_address IS NULL)),
  constraint account_shows_four_characters_at_most CHECK (length(debit_account_last4) <= 4),
  constraint amount_of_a_stopped_bank CHECK (stopped_paise IS NULL OR stopped_because IS NOT NULL),
  constraint bank_and_adapter_have_names CHECK (bank_id <> ''::text AND adapter <> ''::text),
  constraint bank_numbers_fit_the_chart CHECK (bank_no >= 0 AND bank_no <= 449),
  constraint bank_stopped_is_off CHECK (stopped_because IS NULL OR NOT enabled),
  constraint only_sandbox_merchants_use_simulated_banks CHECK (simulated = (merchant_mode = 'sandbox'::text)),
  constraint recovery_has_begun CHECK ((recovering_since IS NULL) = (recovery_began_at IS NULL)),
  constraint bank_connection_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES access.merchant(merchant_id)
);
CREATE TRIGGER note_changed_fact AFTER INSERT OR DELETE OR UPDATE ON fund_sources.bank_connection FOR EACH STATEMENT EXECUTE FUNCTION transfers.note_changed_fact();
alter table fund_sources.bank_connection enable row level security, force row level security;
create policy own_rows on fund_sources.bank_connection for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on fund_sources.bank_connection for select to pg_database_owner
  using true;
create policy sweep on fund_sources.bank_connection for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on fund_sources.bank_connection to vitaran_app;
grant update (adapter, base_url, debit_account_last4, enabled, letter_address, letter_name, recovering_since, recovery_began_at, sealed_secrets, stopped_at, stopped_because, stopped_paise, version) on fund_sources.bank_connection to vitaran_app;

create table fund_sources.credit_use (
  merchant_id uuid not null,
  bank_id text not null,
  named text not null,
  use text not null,
  constraint credit_has_one_use PRIMARY KEY (merchant_id, bank_id, named),
  constraint name_is_short CHECK (length(named) <= 100),
  constraint use_is_known CHECK (use = ANY (ARRAY['top_up'::text, 'return'::text]))
);
alter table fund_sources.credit_use enable row level security, force row level security;
create policy own_rows on fund_sources.credit_use for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on fund_sources.credit_use for select to pg_database_owner
  using true;
create policy sweep on fund_sources.credit_use for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on fund_sources.credit_use to vitaran_app;

create table fund_sources.fund_source (
  merchant_id uuid not null,
  fund_source_id text not null,
  source_no smallint not null,
  kind text not null,
  name text not null,
  sealed_account bytea,
  account_last4 text,
  account_index bytea,
  ifsc text,
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
  share_percent smallint not null default 0,
  constraint fund_source_once PRIMARY KEY (merchant_id, fund_source_id),
  constraint bank_account_is_one_fund_source UNIQUE (merchant_id, account_index),
  constraint fund_source_number_once UNIQUE (merchant_id, source_no),
  constraint account_shows_four_characters_at_most CHECK (length(account_last4) <= 4),
  constraint all_but_passages_have_a_bank_account CHECK (num_nulls(sealed_account, account_last4, account_index, ifsc) =
CASE
    WHEN kind = ANY (ARRAY['transit'::text, 'intermediate'::text]) THEN 4
    ELSE 0
END),
  constraint kind_is_known CHECK (kind = ANY (ARRAY['wallet'::text, 'bank_account'::text, 'transit'::text, 'intermediate'::text, 'originator'::text, 'lender'::text])),
  constraint ledgers_of_loans_have_numbers_of_their_own CHECK (source_no =
CASE kind
    WHEN 'intermediate'::text THEN 3001
    WHEN 'originator'::text THEN 3002
    WHEN 'lender'::text THEN 3003
    ELSE LEAST(source_no::integer, 3000)
END),
  constraint limits_are_not_negative CHECK (low_balance_threshold_paise >= 0 AND overdraft_target_paise >= 0),
  constraint only_bank_accounts_name_their_bank CHECK ((kind = 'bank_account'::text) = (bank_id IS NOT NULL)),
  constraint only_what_can_pay_has_a_share CHECK (share_percent = 0 OR active AND (kind = ANY (ARRAY['wallet'::text, 'bank_account'::text]))),
  constraint share_is_a_percentage CHECK (share_percent >= 0 AND share_percent <= 100),
  constraint source_numbers_fit_the_chart CHECK (source_no >= 0 AND source_no <= 3003),
  constraint the_wallet_is_number_zero CHECK ((kind = 'wallet'::text) = (source_no = 0)),
  constraint transit_is_number_three_thousand CHECK ((kind = 'transit'::text) = (source_no = 3000)),
  constraint fund_source_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES access.merchant(merchant_id),
  constraint held_at_a_connected_bank FOREIGN KEY (merchant_id, bank_id) REFERENCES fund_sources.bank_connection(merchant_id, bank_id)
);
create index fund_source_to_watch ON fund_sources.fund_source USING btree (merchant_id) WHERE (notify_low_balance AND active);
CREATE TRIGGER note_changed_fact AFTER INSERT OR DELETE OR UPDATE OF kind, name, bank_id, share_percent, active ON fund_sources.fund_source FOR EACH STATEMENT EXECUTE FUNCTION transfers.note_changed_fact();
alter table fund_sources.fund_source enable row level security, force row level security;
create policy own_rows on fund_sources.fund_source for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on fund_sources.fund_source for select to pg_database_owner
  using true;
create policy sweep on fund_sources.fund_source for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on fund_sources.fund_source to vitaran_app;
grant update (active, last_internal_transfer_paise, last_top_up_paise, last_withdrawal_paise, low_balance_threshold_paise, low_since, name, notify_low_balance, overdraft_target_paise, sealed_account, share_percent) on fund_sources.fund_source to vitaran_app;

create table fund_sources.internal_transfer (
  merchant_id uuid not null,
  internal_transfer_id uuid not null,
  transfer_key text not null,
  reference_id bigint not null,
  from_id text not null,
  to_id text not null,
  amount_paise bigint not null,
  remarks text not null,
  moved_at timestamp with time zone not null,
  moved_by text not null,
  constraint internal_transfer_once PRIMARY KEY (merchant_id, internal_transfer_id),
  constraint internal_transfer_key_once UNIQUE (merchant_id, transfer_key),
  constraint internal_transfer_reference_once UNIQUE (merchant_id, reference_id),
  constraint amount_is_positive CHECK (amount_paise > 0),
  constraint moved_to_another CHECK (from_id <> to_id),
  constraint moved_from_a_fund_source FOREIGN KEY (merchant_id, from_id) REFERENCES fund_sources.fund_source(merchant_id, fund_source_id),
  constraint moved_to_a_fund_source FOREIGN KEY (merchant_id, to_id) REFERENCES fund_sources.fund_source(merchant_id, fund_source_id)
);
alter table fund_sources.internal_transfer enable row level security, force row level security;
create policy own_rows on fund_sources.internal_transfer for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on fund_sources.internal_transfer for select to pg_database_owner
  using true;
create policy sweep on fund_sources.internal_transfer for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on fund_sources.internal_transfer to vitaran_app;

create table fund_sources.overdraft_request (
  merchant_id uuid not null,
  request_id uuid not null,
  fund_source_id text not null,
  limit_paise bigint not null,
  because text not null,
  status text not null,
  requested_at timestamp with time zone not null,
  requested_by text not null,
  answer text,
  decided_at timestamp with time zone,
  decided_by text,
  constraint overdraft_request_once PRIMARY KEY (merchant_id, request_id),
  constraint decided_by_someone CHECK ((status = 'requested'::text) = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
  constraint declined_for_a_reason CHECK (status <> 'declined'::text OR answer IS NOT NULL),
  constraint limit_is_not_negative CHECK (limit_paise >= 0),
  constraint status_is_known CHECK (status = ANY (ARRAY['requested'::text, 'granted'::text, 'declined'::text])),
  constraint asked_for_a_fund_source FOREIGN KEY (merchant_id, fund_source_id) REFERENCES fund_sources.fund_source(merchant_id, fund_source_id)
);
create unique index one_open_overdraft_request_per_fund_source ON fund_sources.overdraft_request USING btree (merchant_id, fund_source_id) WHERE (status = 'requested'::text);
alter table fund_sources.overdraft_request enable row level security, force row level security;
create policy own_rows on fund_sources.overdraft_request for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on fund_sources.overdraft_request for select to pg_database_owner
  using true;
create policy sweep on fund_sources.overdraft_request for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on fund_sources.overdraft_request to vitaran_app;
grant update (answer, decided_at, decided_by, status) on fund_sources.overdraft_request to vitaran_app;

create table fund_sources.registered_account (
  merchant_id uuid not null,
  version integer not null,
  holder_name text not null,
  sealed_account bytea not null,
  account_last4 text not null,
  account_index bytea not null,
  ifsc text not null,
  registered_at timestamp with time zone not null,
  registered_by text not null,
  constraint registered_account_once PRIMARY KEY (merchant_id, version),
  constraint account_shows_four_characters_at_most CHECK (length(account_last4) <= 4),
  constraint version_counts_from_one CHECK (version >= 1)
);
alter table fund_sources.registered_account enable row level security, force row level security;
create policy own_rows on fund_sources.registered_account for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on fund_sources.registered_account for select to pg_database_owner
  using true;
create policy sweep on fund_sources.registered_account for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on fund_sources.registered_account to vitaran_app;
grant update (sealed_account) on fund_sources.registered_account to vitaran_app;

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
  suspended boolean not null default false,
  reference text,
  constraint utr_credited_once PRIMARY KEY (merchant_id, bank_id, utr),
  constraint top_up_once UNIQUE (merchant_id, top_up_id),
  constraint account_shows_four_characters_at_most CHECK (length(from_account_last4) <= 4),
  constraint amount_is_positive CHECK (amount_paise > 0),
  constraint utr_is_canonical CHECK (utr ~ '^[0-9A-Z/_-]{1,35}$'::text),
  constraint arrived_at_a_connected_bank FOREIGN KEY (merchant_id, bank_id) REFERENCES fund_sources.bank_connection(merchant_id, bank_id),
  constraint credited_to_a_fund_source FOREIGN KEY (merchant_id, fund_source_id) REFERENCES fund_sources.fund_source(merchant_id, fund_source_id)
);
create index top_up_naming ON fund_sources.top_up USING btree (merchant_id, bank_id, reference) WHERE (reference IS NOT NULL);
create index top_up_suspended ON fund_sources.top_up USING btree (merchant_id, arrived_at) WHERE suspended;
alter table fund_sources.top_up enable row level security, force row level security;
create policy own_rows on fund_sources.top_up for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on fund_sources.top_up for select to pg_database_owner
  using true;
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

-- health ----------------------------------------------------------------------------------------------

create schema health;
grant usage on schema health to vitaran_app;

create table health.bank_place (
  merchant_id uuid not null,
  bank_key text not null,
  since timestamp with time zone not null,
  taken integer not null,
  constraint bank_place_once PRIMARY KEY (merchant_id, bank_key),
  constraint places_taken_are_counted CHECK (taken >= 0)
);
alter table health.bank_place enable row level security, force row level security;
create policy own_rows on health.bank_place for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on health.bank_place for select to pg_database_owner
  using true;
create policy sweep on health.bank_place for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on health.bank_place to vitaran_app;

create table health.bank_snapshot (
  merchant_id uuid not null,
  snapshot_no integer not null,
  snapshot jsonb not null,
  at timestamp with time zone not null,
  constraint bank_snapshot_once PRIMARY KEY (merchant_id, snapshot_no),
  constraint bank_snapshots_count_from_one CHECK (snapshot_no > 0)
);
CREATE TRIGGER note_changed_fact AFTER INSERT OR DELETE OR UPDATE ON health.bank_snapshot FOR EACH STATEMENT EXECUTE FUNCTION transfers.note_changed_fact();
alter table health.bank_snapshot enable row level security, force row level security;
create policy own_rows on health.bank_snapshot for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on health.bank_snapshot for select to pg_database_owner
  using true;
create policy sweep on health.bank_snapshot for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on health.bank_snapshot to vitaran_app;

create table health.bank_watch (
  merchant_id uuid not null,
  estimates jsonb not null default '{}'::jsonb,
  snapshot_no integer not null default 0,
  due_at timestamp with time zone,
  constraint bank_watch_pkey PRIMARY KEY (merchant_id)
);
create index bank_watch_due ON health.bank_watch USING btree (merchant_id, due_at) WHERE (due_at IS NOT NULL);
alter table health.bank_watch enable row level security, force row level security;
create policy own_rows on health.bank_watch for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on health.bank_watch for select to pg_database_owner
  using true;
create policy sweep on health.bank_watch for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on health.bank_watch to vitaran_app;

create table health.counter (
  merchant_id uuid not null,
  told_revision bigint not null default 0,
  last_incident_no integer not null default 0,
  constraint counter_pkey PRIMARY KEY (merchant_id)
);
alter table health.counter enable row level security, force row level security;
create policy own_rows on health.counter for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on health.counter for select to pg_database_owner
  using true;
create policy sweep on health.counter for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on health.counter to vitaran_app;

create table health.feed (
  feed smallint not null default 1,
  revision bigint not null default 0,
  last_outage_no integer not null default 0,
  constraint feed_pkey PRIMARY KEY (feed),
  constraint feed_is_one_row CHECK (feed = 1)
);
grant insert, select, update on health.feed to vitaran_app;

create table health.incident (
  merchant_id uuid not null,
  incident_id uuid not null,
  incident_no integer not null,
  entity text not null,
  entity_code text not null,
  entity_name text not null,
  mode text not null,
  severity text not null,
  scheduled boolean not null,
  source text not null,
  status text not null,
  because text not null,
  opened_by text not null,
  started_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  resolved_at timestamp with time zone,
  resolved_by text,
  due_at timestamp with time zone,
  events smallint not null default 0,
  constraint incident_once PRIMARY KEY (merchant_id, incident_id),
  constraint incident_number_once UNIQUE (merchant_id, incident_no),
  constraint incident_entity_is_known CHECK (entity = ANY (ARRAY['bank'::text, 'handle'::text, 'our_bank'::text])),
  constraint incident_mode_is_known CHECK ((mode = ANY (ARRAY['imps'::text, 'neft'::text, 'rtgs'::text, 'upi'::text])) OR entity = 'our_bank'::text AND (mode = ANY (ARRAY['paytm'::text, 'amazonpay'::text, 'card'::text]))),
  constraint incident_over_has_a_moment CHECK ((status = 'resolved'::text) = (resolved_at IS NOT NULL) AND (resolved_at IS NULL) = (resolved_by IS NULL)),
  constraint incident_planned_is_due CHECK (
CASE status
    WHEN 'planned'::text THEN scheduled AND due_at = started_at AND events = 0
    WHEN 'active'::text THEN NOT due_at IS DISTINCT FROM ends_at AND events > 0
    ELSE due_at IS NULL
END),
  constraint incident_scheduled_has_an_end CHECK (scheduled = (ends_at IS NOT NULL)),
  constraint incident_severity_is_known CHECK (severity = ANY (ARRAY['low'::text, 'high'::text])),
  constraint incident_source_is_known CHECK (source = ANY (ARRAY['notice'::text, 'traffic'::text, 'recovery'::text])),
  constraint incident_status_is_known CHECK (status = ANY (ARRAY['planned'::text, 'active'::text, 'resolved'::text, 'cancelled'::text])),
  constraint incident_takes_some_time CHECK (ends_at > started_at AND resolved_at >= started_at)
);
create index incident_due ON health.incident USING btree (merchant_id, due_at) WHERE (due_at IS NOT NULL);
create index incident_of_now ON health.incident USING btree (merchant_id) WHERE ((status = 'active'::text) AND (severity = 'high'::text));
create unique index incident_seen_once ON health.incident USING btree (merchant_id, entity, entity_code, mode) WHERE ((source = 'traffic'::text) AND (status = 'active'::text));
create index incident_time ON health.incident USING btree (merchant_id, started_at);
CREATE TRIGGER note_changed_fact AFTER INSERT OR DELETE OR UPDATE ON health.incident FOR EACH STATEMENT EXECUTE FUNCTION transfers.note_changed_fact();
alter table health.incident enable row level security, force row level security;
create policy own_rows on health.incident for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on health.incident for select to pg_database_owner
  using true;
create policy sweep on health.incident for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on health.incident to vitaran_app;
grant update (due_at, events, resolved_at, resolved_by, severity, status) on health.incident to vitaran_app;

create table health.live_bank_place (
  scope uuid not null,
  bank_key text not null,
  since timestamp with time zone not null,
  taken integer not null,
  constraint live_bank_place_once PRIMARY KEY (scope, bank_key),
  constraint live_places_taken_are_counted CHECK (taken >= 0)
);
grant insert, select, update on health.live_bank_place to vitaran_app;

create table health.live_bank_snapshot (
  scope uuid not null,
  snapshot_no integer not null,
  snapshot jsonb not null,
  at timestamp with time zone not null,
  constraint live_bank_snapshot_once PRIMARY KEY (scope, snapshot_no),
  constraint live_bank_snapshots_count_from_one CHECK (snapshot_no > 0)
);
CREATE TRIGGER note_changed_fact AFTER INSERT OR DELETE OR UPDATE ON health.live_bank_snapshot FOR EACH STATEMENT EXECUTE FUNCTION transfers.note_changed_shared_fact();
CREATE TRIGGER note_copied_fact AFTER INSERT OR DELETE OR UPDATE ON health.live_bank_snapshot FOR EACH ROW EXECUTE FUNCTION transfers.note_changed_shared_fact();
alter table health.live_bank_snapshot enable replica trigger note_copied_fact;
grant insert, select on health.live_bank_snapshot to vitaran_app;

create table health.live_bank_watch (
  scope uuid not null,
  estimates jsonb not null default '{}'::jsonb,
  snapshot_no integer not null default 0,
  due_at timestamp with time zone,
  constraint live_bank_watch_pkey PRIMARY KEY (scope)
);
grant insert, select, update on health.live_bank_watch to vitaran_app;

create table health.outage (
  outage_id uuid not null,
  outage_no integer not null,
  revision bigint not null,
  entity text not null,
  entity_code text not null,
  entity_name text not null,
  mode text not null,
  severity text not null,
  scheduled boolean not null,
  source text not null,
  status text not null,
  because text not null,
  opened_by text not null,
  opened_at timestamp with time zone not null,
  started_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  resolved_at timestamp with time zone,
  resolved_by text,
  constraint outage_pkey PRIMARY KEY (outage_id),
  constraint outage_number_once UNIQUE (outage_no),
  constraint outage_entity_is_known CHECK (entity = ANY (ARRAY['bank'::text, 'handle'::text, 'our_bank'::text])),
  constraint outage_mode_is_known CHECK ((mode = ANY (ARRAY['imps'::text, 'neft'::text, 'rtgs'::text, 'upi'::text])) OR entity = 'our_bank'::text AND (mode = ANY (ARRAY['paytm'::text, 'amazonpay'::text, 'card'::text]))),
  constraint outage_over_has_a_moment CHECK ((status = 'open'::text) = (resolved_at IS NULL) AND (resolved_at IS NULL) = (resolved_by IS NULL)),
  constraint outage_scheduled_has_an_end CHECK (scheduled = (ends_at IS NOT NULL)),
  constraint outage_severity_is_known CHECK (severity = ANY (ARRAY['low'::text, 'high'::text])),
  constraint outage_source_is_known CHECK (source = ANY (ARRAY['notice'::text, 'traffic'::text])),
  constraint outage_status_is_known CHECK (status = ANY (ARRAY['open'::text, 'resolved'::text, 'cancelled'::text])),
  constraint outage_takes_some_time CHECK (ends_at > started_at)
);
create index outage_change ON health.outage USING btree (revision);
create unique index outage_seen_once ON health.outage USING btree (entity, entity_code, mode) WHERE ((source = 'traffic'::text) AND (status = 'open'::text));
grant insert, select, update on health.outage to vitaran_app;

-- idempotency -----------------------------------------------------------------------------------------

create schema idempotency;
grant usage on schema idempotency to vitaran_app;

create table idempotency.key (
  merchant_id uuid not null,
  key_hash bytea not null,
  key_id uuid not null,
  operation text not null,
  request_hash bytea not null,
  request_id text not null,
  subject text,
  claimed_at timestamp with time zone not null,
  runs integer not null default 1,
  leased_until timestamp with time zone,
  answered_at timestamp with time zone,
  http_status smallint,
  answer text,
  constraint key_used_once PRIMARY KEY (merchant_id, key_hash),
  constraint answer_is_whole CHECK ((answered_at IS NULL) = (http_status IS NULL) AND (answered_at IS NULL) = (answer IS NULL)),
  constraint first_request_id_is_short CHECK (length(request_id) <= 100),
  constraint key_hash_is_whole CHECK (octet_length(key_hash) = 32),
  constraint operation_is_short CHECK (length(operation) <= 200),
  constraint request_hash_is_whole CHECK (octet_length(request_hash) = 32),
  constraint runs_are_counted CHECK (runs >= 1),
  constraint subject_is_short CHECK (length(subject) <= 160)
);
create index key_by_age ON idempotency.key USING btree (merchant_id, claimed_at);
alter table idempotency.key enable row level security, force row level security;
create policy own_rows on idempotency.key for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on idempotency.key for select to pg_database_owner
  using true;
create policy sweep on idempotency.key for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant delete, insert, select, update on idempotency.key to vitaran_app;

-- ledger ----------------------------------------------------------------------------------------------

create schema ledger;
grant usage on schema ledger to vitaran_app;

CREATE OR REPLACE FUNCTION ledger.is_account_kind(kind text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return kind in (
    'wallet', 'held_in', 'held_out', 'fees', 'tax', 'suspense', 'receivable', 'clearing', 'settlement',
    'bank_account', 'lender', 'originator', 'intermediate'
  );
end
$function$;

CREATE OR REPLACE FUNCTION ledger.keeps_its_limit(kind text, balance_paise bigint, overdraft_limit_paise bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return kind not in ('wallet', 'bank_account', 'lender', 'originator') or balance_paise >= -overdraft_limit_paise;
end
$function$;

CREATE OR REPLACE FUNCTION ledger.stands_in_its_phase(kind text, phase smallint)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return case phase
    when 1 then kind in (
      'hold', 'top_up', 'withdrawal', 'internal_transfer', 'refund', 'verification', 'loan', 'to_suspense'
    )
    when 2 then kind = 'send'
    when 3 then kind = 'unsend'
    when 4 then kind in ('post', 'release', 'loan_charges', 'from_suspense')
    when 5 then kind in ('return', 'loan_return')
    when 6 then kind = 'late_success'
    else false
  end;
end
$function$;

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
  constraint account_kind_is_known CHECK (ledger.is_account_kind(kind)),
  constraint balance_never_below_the_overdraft_limit CHECK (ledger.keeps_its_limit(kind, balance_paise, overdraft_limit_paise)),
  constraint only_running_accounts_carry_a_balance CHECK (running OR balance_paise = 0),
  constraint overdraft_limit_is_not_negative CHECK (overdraft_limit_paise >= 0)
);
alter table ledger.account set (fillfactor=50);
alter table ledger.account enable row level security, force row level security;
create policy own_rows on ledger.account for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on ledger.account for select to pg_database_owner
  using true;
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
  constraint kind_stands_in_its_phase CHECK (ledger.stands_in_its_phase(kind, phase))
);
create index posting_time ON ledger.posting USING brin (merchant_id, at timestamptz_minmax_multi_ops) WITH (pages_per_range='32', autosummarize='on');
alter table ledger.posting enable row level security, force row level security;
create policy own_rows on ledger.posting for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on ledger.posting for select to pg_database_owner
  using true;
create policy sweep on ledger.posting for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on ledger.posting to vitaran_app;

-- lending ---------------------------------------------------------------------------------------------

create schema lending;
grant usage on schema lending to vitaran_app;

create table lending.agreement (
  merchant_id uuid not null,
  version integer not null,
  lender_name text not null,
  lender_percent smallint not null,
  originator_percent smallint not null,
  enabled boolean not null,
  agreed_at timestamp with time zone not null,
  agreed_by text not null,
  constraint agreement_once PRIMARY KEY (merchant_id, version),
  constraint lender_has_a_name CHECK (lender_name <> ''::text),
  constraint shares_are_percentages CHECK (lender_percent >= 0 AND originator_percent >= 0),
  constraint shares_are_whole CHECK ((lender_percent + originator_percent) = 100),
  constraint version_counts_from_one CHECK (version >= 1)
);
alter table lending.agreement enable row level security, force row level security;
create policy own_rows on lending.agreement for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on lending.agreement for select to pg_database_owner
  using true;
create policy sweep on lending.agreement for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on lending.agreement to vitaran_app;

create table lending.charge (
  merchant_id uuid not null,
  loan_id uuid not null,
  place smallint not null,
  name text not null,
  amount_paise bigint not null,
  party text not null,
  constraint charge_once PRIMARY KEY (merchant_id, loan_id, place),
  constraint amount_is_not_negative CHECK (amount_paise >= 0),
  constraint party_is_known CHECK (party = ANY (ARRAY['lender'::text, 'originator'::text])),
  constraint charge_of_a_loan FOREIGN KEY (merchant_id, loan_id) REFERENCES lending.loan(merchant_id, loan_id)
);
alter table lending.charge enable row level security, force row level security;
create policy own_rows on lending.charge for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on lending.charge for select to pg_database_owner
  using true;
create policy sweep on lending.charge for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on lending.charge to vitaran_app;

create table lending.loan (
  merchant_id uuid not null,
  loan_id uuid not null,
  loan_key text not null,
  agreement_version integer not null,
  amount_paise bigint not null,
  disbursal_paise bigint not null,
  lender_charges_paise bigint not null,
  originator_charges_paise bigint not null,
  lender_paise bigint not null,
  originator_paise bigint not null,
  fee_paise bigint not null,
  status text not null,
  due_at timestamp with time zone,
  lent_at timestamp with time zone not null,
  lent_by text not null,
  finished_at timestamp with time zone,
  charges_passed_on_at timestamp with time zone,
  given_back_at timestamp with time zone,
  constraint loan_once PRIMARY KEY (merchant_id, loan_id),
  constraint loan_key_once UNIQUE (merchant_id, loan_key),
  constraint amounts_make_sense CHECK (disbursal_paise > 0 AND lender_charges_paise >= 0 AND originator_charges_paise >= 0 AND lender_paise >= 0 AND originator_paise >= 0 AND fee_paise >= 0),
  constraint charges_come_with_the_disbursal CHECK (charges_passed_on_at IS NULL OR (status = ANY (ARRAY['disbursed'::text, 'returned'::text]))),
  constraint disbursal_and_charges_are_the_amount CHECK ((disbursal_paise + lender_charges_paise + originator_charges_paise) = amount_paise),
  constraint due_is_what_is_left_to_do CHECK (
CASE
    WHEN status = 'disbursing'::text THEN due_at IS NULL
    WHEN status = 'disbursed'::text THEN (due_at IS NOT NULL) = ((lender_charges_paise + originator_charges_paise) > 0 AND charges_passed_on_at IS NULL)
    ELSE (due_at IS NULL) = (given_back_at IS NOT NULL)
END),
  constraint finished_has_a_moment CHECK ((status = 'disbursing'::text) = (finished_at IS NULL)),
  constraint given_back_is_what_was_not_lent CHECK (given_back_at IS NULL OR (status = ANY (ARRAY['failed'::text, 'returned'::text]))),
  constraint shares_are_the_amount CHECK ((lender_paise + originator_paise) = amount_paise),
  constraint status_is_known CHECK (status = ANY (ARRAY['disbursing'::text, 'disbursed'::text, 'failed'::text, 'returned'::text])),
  constraint lent_under_an_agreement FOREIGN KEY (merchant_id, agreement_version) REFERENCES lending.agreement(merchant_id, version)
);
create index loan_due ON lending.loan USING btree (merchant_id, due_at) WHERE (due_at IS NOT NULL);
alter table lending.loan enable row level security, force row level security;
create policy own_rows on lending.loan for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on lending.loan for select to pg_database_owner
  using true;
create policy sweep on lending.loan for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on lending.loan to vitaran_app;
grant update (charges_passed_on_at, due_at, finished_at, given_back_at, status) on lending.loan to vitaran_app;

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
  perform lib.refuse_moved(moved.home) from lib.moved_merchant as moved where moved.merchant_id = merchant;
  perform set_config('app.merchant_id', merchant::text, true);
  select clock.offset_ms into ahead_ms from lib.merchant_clock clock where clock.merchant_id = merchant;
  return clock_timestamp() + coalesce(ahead_ms, 0) * interval '1 millisecond';
end
$function$;

CREATE OR REPLACE FUNCTION lib.enter_merchant_and_ask(merchant uuid, OUT now timestamp with time zone, OUT seals boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  now := lib.enter_merchant(merchant);
  select begun_at is not null into seals from lib.sealing;
end
$function$;

CREATE OR REPLACE FUNCTION lib.first_home()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 'first'::text;

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
  execute format('create policy owner_sees on %s for select to pg_database_owner using (true)', target);
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

CREATE OR REPLACE FUNCTION lib.refuse_moved(home text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the merchant has moved to %', home using errcode = 'VM001';
end
$function$;

CREATE OR REPLACE FUNCTION lib.refuse_rows(touched bigint, expected integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% rows were touched, not %', touched, expected using errcode = 'check_violation';
end
$function$;

CREATE OR REPLACE FUNCTION lib.refuse_write_to_copy()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is a copy here: it is written at the first home', tg_relid::regclass
    using errcode = 'insufficient_privilege';
end
$function$;

CREATE OR REPLACE PROCEDURE lib.show_rows_to_owner()
 LANGUAGE plpgsql
AS $procedure$
declare
  guarded regclass;
begin
  for guarded in
    select class.oid
    from pg_class as class
    where class.relkind = 'r'
      and class.relrowsecurity
      and not exists (select from pg_policy where polrelid = class.oid and polname = 'owner_sees')
    order by class.oid::regclass::text
  loop
    execute format('create policy owner_sees on %s for select to pg_database_owner using (true)', guarded);
    commit;
  end loop;
end
$procedure$;

revoke execute on function lib.guard_rows(regclass) from public;
revoke execute on function lib.open_directory(regclass) from public;
revoke execute on function lib.protect(regclass) from public;
revoke execute on function lib.protect_append_only(regclass) from public;
revoke execute on function lib.show_rows_to_owner() from public;

create table lib.directory_beat (
  only_row boolean not null default true,
  number bigint not null default 0,
  at timestamp with time zone not null default now(),
  constraint directory_beat_pkey PRIMARY KEY (only_row),
  constraint beat_is_one_row CHECK (only_row)
);
grant select, update on lib.directory_beat to vitaran_app;

create table lib.home (
  only_row boolean not null default true,
  name text not null,
  constraint home_pkey PRIMARY KEY (only_row),
  constraint home_is_one_row CHECK (only_row),
  constraint home_name_is_short CHECK (name ~ '^[a-z][a-z0-9-]{0,29}$'::text)
);
grant select on lib.home to vitaran_app;

create table lib.merchant_clock (
  merchant_id uuid not null,
  offset_ms bigint not null,
  moved_at timestamp with time zone not null default now(),
  mover uuid,
  target_ms bigint,
  leased_until timestamp with time zone,
  constraint merchant_clock_pkey PRIMARY KEY (merchant_id),
  constraint clock_stays_within_a_century CHECK (abs(offset_ms) <= '3155760000000'::bigint),
  constraint clock_under_way_is_whole CHECK (num_nulls(mover, target_ms, leased_until) = ANY (ARRAY[0, 3]))
);
grant insert, select, update on lib.merchant_clock to vitaran_app;

create table lib.migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migration_pkey PRIMARY KEY (name)
);

create table lib.moved_merchant (
  merchant_id uuid not null,
  home text not null,
  moved_at timestamp with time zone not null default clock_timestamp(),
  is_complete boolean not null default false,
  is_removed boolean not null default false,
  constraint moved_merchant_pkey PRIMARY KEY (merchant_id)
);
grant select on lib.moved_merchant to vitaran_app;

create table lib.sealed_part (
  merchant_id uuid not null,
  part text not null,
  prefix text not null,
  sealed_rows bigint not null,
  done_at timestamp with time zone not null,
  constraint part_is_sealed_once PRIMARY KEY (merchant_id, part)
);
alter table lib.sealed_part enable row level security, force row level security;
create policy own_rows on lib.sealed_part for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on lib.sealed_part for select to pg_database_owner
  using true;
create policy sweep on lib.sealed_part for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on lib.sealed_part to vitaran_app;

create table lib.sealing (
  only_row boolean not null default true,
  begun_at timestamp with time zone,
  constraint sealing_pkey PRIMARY KEY (only_row),
  constraint there_is_one_row CHECK (only_row)
);
grant insert, select, update on lib.sealing to vitaran_app;

-- links -----------------------------------------------------------------------------------------------

create schema links;
grant usage on schema links to vitaran_app;

create table links.claim (
  merchant_id uuid not null,
  link_id uuid not null,
  claim smallint not null,
  transfer_no smallint not null,
  draft_id uuid not null,
  status text not null,
  mode text not null,
  sealed_account bytea,
  account_last4 text,
  ifsc text,
  vpa text,
  transfer_id uuid,
  reference_id bigint,
  reason text,
  ordered_at timestamp with time zone not null,
  name_asked_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint claim_once PRIMARY KEY (merchant_id, link_id, claim),
  constraint draft_confirmed_once UNIQUE (merchant_id, draft_id),
  constraint accepted_claims_have_a_transfer CHECK ((status <> ALL (ARRAY['pending'::text, 'paid'::text, 'returned'::text])) OR num_nulls(transfer_id, reference_id) = 0),
  constraint account_shows_four_characters_at_most CHECK (length(account_last4) <= 4),
  constraint claim_mode_is_known CHECK (mode = ANY (ARRAY['banktransfer'::text, 'upi'::text, 'paytm'::text, 'amazonpay'::text])),
  constraint claim_says_where_to CHECK (
CASE mode
    WHEN 'banktransfer'::text THEN num_nulls(account_last4, ifsc) = 0 AND vpa IS NULL AND (sealed_account IS NOT NULL) = (status = 'ordered'::text)
    WHEN 'upi'::text THEN vpa IS NOT NULL AND num_nonnulls(sealed_account, account_last4, ifsc) = 0
    ELSE num_nonnulls(sealed_account, account_last4, ifsc, vpa) = 0
END),
  constraint claim_status_is_known CHECK (status = ANY (ARRAY['ordered'::text, 'pending'::text, 'paid'::text, 'failed'::text, 'returned'::text])),
  constraint failed_claims_say_why CHECK (status <> 'failed'::text OR reason IS NOT NULL),
  constraint claim_of_a_link FOREIGN KEY (merchant_id, link_id) REFERENCES links.link(merchant_id, link_id)
);
create unique index one_live_claim_per_link ON links.claim USING btree (merchant_id, link_id) WHERE (status <> 'failed'::text);
alter table links.claim enable row level security, force row level security;
create policy own_rows on links.claim for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on links.claim for select to pg_database_owner
  using true;
create policy sweep on links.claim for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on links.claim to vitaran_app;
grant update (account_last4, ended_at, ifsc, name_asked_at, reason, reference_id, sealed_account, status, transfer_id, vpa) on links.claim to vitaran_app;

create table links.counter (
  merchant_id uuid not null,
  last_reference_id bigint not null,
  constraint counter_pkey PRIMARY KEY (merchant_id)
);
alter table links.counter enable row level security, force row level security;
create policy own_rows on links.counter for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on links.counter for select to pg_database_owner
  using true;
create policy sweep on links.counter for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on links.counter to vitaran_app;

create table links.link (
  merchant_id uuid not null,
  link_id uuid not null,
  link_key text not null,
  reference_id bigint not null,
  content_hash bytea not null,
  token_hash bytea not null,
  sealed_token bytea not null,
  amount_paise bigint not null,
  name text not null,
  phone text not null,
  email text,
  remarks text not null,
  notify_payee boolean not null,
  check_name boolean not null,
  status text not null default 'active'::text,
  reason text,
  claims smallint not null default 0,
  failures smallint not null default 0,
  transfers_failed smallint not null default 0,
  retry_at timestamp with time zone,
  paid_reference_id bigint,
  utr text,
  password_hash bytea,
  password_sent_at timestamp with time zone,
  password_ends_at timestamp with time zone,
  password_hour_at timestamp with time zone,
  passwords_in_hour smallint not null default 0,
  passwords_sent smallint not null default 0,
  passwords_wrong smallint not null default 0,
  expires_at timestamp with time zone not null,
  remind_at timestamp with time zone,
  due_at timestamp with time zone,
  events smallint not null default 0,
  created_at timestamp with time zone not null,
  created_by text not null,
  ended_at timestamp with time zone,
  phone_index bytea,
  email_index bytea,
  secret_shown_to uuid,
  passwords_refused_until timestamp with time zone,
  password_pauses smallint not null default 0,
  password_day_at timestamp with time zone,
  constraint link_id_once PRIMARY KEY (merchant_id, link_id),
  constraint link_key_once UNIQUE (merchant_id, link_key),
  constraint link_reference_id_once UNIQUE (merchant_id, reference_id),
  constraint link_token_once UNIQUE (merchant_id, token_hash),
  constraint claimed_links_have_a_claim CHECK ((status = ANY (ARRAY['active'::text, 'expired'::text])) OR claims > 0),
  constraint ended_links_have_an_end CHECK ((status = ANY (ARRAY['redeemed'::text, 'reversed'::text, 'expired'::text])) = (ended_at IS NOT NULL)),
  constraint ended_links_have_no_work CHECK (ended_at IS NULL OR due_at IS NULL),
  constraint five_wrong_passwords_end_a_link CHECK (passwords_wrong >= 0 AND passwords_wrong <= 5 AND (passwords_wrong < 5 OR (status = ANY (ARRAY['expired'::text, 'redeemed'::text, 'reversed'::text])))),
  constraint link_amount_is_positive CHECK (amount_paise > 0),
  constraint link_lives_at_most_31_days CHECK (expires_at > created_at AND expires_at <= (created_at + '31 days'::interval)),
  constraint link_says_why CHECK (
CASE status
    WHEN 'active'::text THEN reason IS NULL
    WHEN 'failed'::text THEN reason IS NOT NULL
    WHEN 'expired'::text THEN reason IS NOT NULL
    ELSE true
END),
  constraint link_status_is_known CHECK (status = ANY (ARRAY['active'::text, 'pending'::text, 'failed'::text, 'redeemed'::text, 'reversed'::text, 'expired'::text])),
  constraint link_token_hash_is_sha256 CHECK (octet_length(token_hash) = 32),
  constraint only_claims_fail CHECK (failures >= 0 AND failures <= claims AND transfers_failed >= 0 AND transfers_failed <= claims),
  constraint paid_links_name_their_transfer CHECK ((status = ANY (ARRAY['redeemed'::text, 'reversed'::text])) = (paid_reference_id IS NOT NULL)),
  constraint password_is_whole CHECK ((num_nulls(password_hash, password_ends_at) = ANY (ARRAY[0, 2])) AND (password_hash IS NULL OR password_sent_at IS NOT NULL)),
  constraint recipient_indexes_are_hashes CHECK (octet_length(phone_index) = 32 AND octet_length(email_index) = 32),
  constraint refused_passwords_have_a_pause CHECK (passwords_refused_until IS NULL OR password_pauses > 0),
  constraint link_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES access.merchant(merchant_id)
);
alter table links.link set (fillfactor=70);
create index link_due ON links.link USING btree (merchant_id, due_at) WHERE (due_at IS NOT NULL);
alter table links.link enable row level security, force row level security;
create policy own_rows on links.link for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on links.link for select to pg_database_owner
  using true;
create policy sweep on links.link for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on links.link to vitaran_app;
grant update (claims, content_hash, due_at, email, email_index, ended_at, events, failures, name, paid_reference_id, password_day_at, password_ends_at, password_hash, password_hour_at, password_pauses, password_sent_at, passwords_in_hour, passwords_refused_until, passwords_sent, passwords_wrong, phone, phone_index, reason, remarks, remind_at, retry_at, sealed_token, status, transfers_failed, utr) on links.link to vitaran_app;

create table links.session (
  merchant_id uuid not null,
  session_hash bytea not null,
  link_id uuid not null,
  proved_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  draft_id uuid,
  mode text,
  sealed_account bytea,
  account_last4 text,
  ifsc text,
  vpa text,
  constraint session_once PRIMARY KEY (merchant_id, session_hash),
  constraint account_is_whole CHECK (num_nulls(sealed_account, account_last4, ifsc) = ANY (ARRAY[0, 3])),
  constraint account_shows_four_characters_at_most CHECK (length(account_last4) <= 4),
  constraint draft_is_whole CHECK ((num_nulls(draft_id, mode) = ANY (ARRAY[0, 2])) AND (mode IS NOT NULL OR num_nonnulls(account_last4, ifsc, vpa) = 0)),
  constraint session_hash_is_sha256 CHECK (octet_length(session_hash) = 32),
  constraint session_of_a_link FOREIGN KEY (merchant_id, link_id) REFERENCES links.link(merchant_id, link_id)
);
create index session_of_link ON links.session USING btree (merchant_id, link_id);
alter table links.session enable row level security, force row level security;
create policy own_rows on links.session for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on links.session for select to pg_database_owner
  using true;
create policy sweep on links.session for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant delete, insert, select on links.session to vitaran_app;
grant update (account_last4, draft_id, ifsc, mode, sealed_account, vpa) on links.session to vitaran_app;

create view links.made_link with (security_invoker=true) as
 SELECT merchant_id,
    link_id,
    created_by AS maker
   FROM links.link;

-- messages --------------------------------------------------------------------------------------------

create schema messages;
grant usage on schema messages to vitaran_app;

create table messages.message (
  merchant_id uuid not null,
  message_id uuid not null,
  channel text not null,
  recipient text not null,
  recipient_key text not null generated always as (lower(recipient)) stored,
  purpose text not null,
  subject text not null,
  body_text text not null,
  body_html text,
  status text not null default 'pending'::text,
  sent_by text,
  reason text,
  detail text,
  tries smallint not null default 0,
  due_at timestamp with time zone,
  leased_until timestamp with time zone,
  sender_domain text,
  queued_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  about text,
  recipient_index bytea,
  constraint message_queued_once PRIMARY KEY (merchant_id, message_id),
  constraint about_is_bounded CHECK (length(about) >= 1 AND length(about) <= 100),
  constraint channel_is_known CHECK (channel = ANY (ARRAY['email'::text, 'sms'::text])),
  constraint failed_for_a_reason CHECK (status <> 'failed'::text OR (reason = ANY (ARRAY['address_invalid'::text, 'no_provider'::text, 'refused'::text, 'tries_used_up'::text]))),
  constraint finished_has_a_moment CHECK ((status = 'pending'::text) = (finished_at IS NULL)),
  constraint pending_is_due CHECK ((status = 'pending'::text) = (due_at IS NOT NULL)),
  constraint recipient_index_is_a_hash CHECK (octet_length(recipient_index) = 32),
  constraint sender_is_known CHECK (sent_by = ANY (ARRAY['smtp'::text, 'sandbox'::text])),
  constraint sent_by_something CHECK ((status = 'sent'::text) = (sent_by IS NOT NULL)),
  constraint status_is_known CHECK (status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text])),
  constraint texts_are_bounded CHECK (length(recipient) <= 2000 AND length(subject) <= 2000 AND octet_length(body_text) <= 350208 AND octet_length(body_html) <= 700416 AND length(detail) <= 2000)
);
create index message_about ON messages.message USING btree (merchant_id, about) WHERE (about IS NOT NULL);
create index message_due ON messages.message USING btree (merchant_id, due_at) WHERE (status = 'pending'::text);
create index message_finished ON messages.message USING btree (merchant_id, finished_at) WHERE (finished_at IS NOT NULL);
create index message_to ON messages.message USING btree (merchant_id, recipient_key, message_id);
create index message_to_recipient ON messages.message USING btree (merchant_id, recipient_index, message_id);
alter table messages.message enable row level security, force row level security;
create policy own_rows on messages.message for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on messages.message for select to pg_database_owner
  using true;
create policy sweep on messages.message for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant delete, insert, select, update on messages.message to vitaran_app;

-- notifications ---------------------------------------------------------------------------------------

create schema notifications;
grant usage on schema notifications to vitaran_app;

create table notifications.category (
  merchant_id uuid not null,
  category text not null,
  enabled boolean not null default true,
  recipients text[] not null default '{}'::text[],
  active_since timestamp with time zone,
  last_told_at timestamp with time zone,
  constraint category_once PRIMARY KEY (merchant_id, category),
  constraint active_with_recipients CHECK ((active_since IS NOT NULL) = (enabled AND cardinality(recipients) > 0)),
  constraint at_most_ten_recipients CHECK (cardinality(recipients) <= 10)
);
alter table notifications.category enable row level security, force row level security;
create policy own_rows on notifications.category for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on notifications.category for select to pg_database_owner
  using true;
create policy sweep on notifications.category for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on notifications.category to vitaran_app;

create table notifications.cursor (
  merchant_id uuid not null,
  events_from timestamp with time zone not null,
  audit_seq bigint not null,
  constraint cursor_once PRIMARY KEY (merchant_id)
);
alter table notifications.cursor enable row level security, force row level security;
create policy own_rows on notifications.cursor for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on notifications.cursor for select to pg_database_owner
  using true;
create policy sweep on notifications.cursor for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on notifications.cursor to vitaran_app;

create table notifications.notice (
  merchant_id uuid not null,
  source_key text not null,
  category text not null,
  at timestamp with time zone not null,
  event_type text,
  subject_id uuid,
  seq integer,
  data jsonb,
  ended_at timestamp with time zone,
  constraint notice_once PRIMARY KEY (merchant_id, source_key),
  constraint event_is_whole CHECK (num_nulls(event_type, subject_id, seq) = ANY (ARRAY[0, 3])),
  constraint there_is_something_to_tell CHECK (event_type IS NOT NULL OR data IS NOT NULL)
);
create index notice_ended ON notifications.notice USING btree (merchant_id, ended_at) WHERE (ended_at IS NOT NULL);
create index notice_waiting ON notifications.notice USING btree (merchant_id, category, at, source_key) WHERE (ended_at IS NULL);
alter table notifications.notice enable row level security, force row level security;
create policy own_rows on notifications.notice for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on notifications.notice for select to pg_database_owner
  using true;
create policy sweep on notifications.notice for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant delete, insert, select, update on notifications.notice to vitaran_app;

-- phone -----------------------------------------------------------------------------------------------

create schema phone;
grant usage on schema phone to vitaran_app;

create table phone.lookup (
  merchant_id uuid not null,
  lookup_id uuid not null,
  transfer_key text not null,
  phone text not null,
  given_name text,
  bank_id text not null,
  vpa text not null,
  name_at_bank text not null,
  score smallint,
  outcome text,
  payable boolean not null,
  looked_up_at timestamp with time zone not null,
  bene_id text,
  vpa_index bytea,
  constraint lookup_once PRIMARY KEY (merchant_id, lookup_id),
  constraint only_given_names_are_scored CHECK (score IS NULL OR given_name IS NOT NULL),
  constraint outcome_is_known CHECK (outcome = ANY (ARRAY['direct_match'::text, 'good_partial_match'::text, 'moderate_match'::text, 'poor_match'::text, 'no_match'::text])),
  constraint score_comes_with_its_outcome CHECK ((score IS NULL) = (outcome IS NULL)),
  constraint vpa_index_is_a_hash CHECK (octet_length(vpa_index) = 32)
);
alter table phone.lookup enable row level security, force row level security;
create policy own_rows on phone.lookup for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on phone.lookup for select to pg_database_owner
  using true;
create policy sweep on phone.lookup for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on phone.lookup to vitaran_app;
grant update (bene_id, given_name, name_at_bank, phone, vpa, vpa_index) on phone.lookup to vitaran_app;

create table phone.setting (
  merchant_id uuid not null,
  check_name boolean not null default true,
  constraint setting_once PRIMARY KEY (merchant_id)
);
alter table phone.setting enable row level security, force row level security;
create policy own_rows on phone.setting for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on phone.setting for select to pg_database_owner
  using true;
create policy sweep on phone.setting for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on phone.setting to vitaran_app;

-- recalls ---------------------------------------------------------------------------------------------

create schema recalls;
grant usage on schema recalls to vitaran_app;

create table recalls.recall (
  merchant_id uuid not null,
  recall_id uuid not null,
  transfer_id uuid not null,
  place smallint not null,
  reason text not null,
  remarks text not null,
  status text not null,
  asked_at timestamp with time zone not null,
  asked_by text not null,
  bank_reference text,
  refusal text,
  due_at timestamp with time zone,
  watched_until timestamp with time zone not null,
  ended_at timestamp with time zone,
  steps smallint not null,
  constraint recall_once PRIMARY KEY (merchant_id, recall_id),
  constraint recall_has_its_place UNIQUE (merchant_id, transfer_id, place),
  constraint at_most_five_recalls_of_a_transfer CHECK (place >= 1 AND place <= 5),
  constraint recall_open_is_due CHECK ((status = ANY (ARRAY['requested'::text, 'with_bank'::text])) = (due_at IS NOT NULL)),
  constraint recall_over_has_a_moment CHECK ((due_at IS NULL) = (ended_at IS NOT NULL)),
  constraint recall_reason_is_known CHECK (reason = ANY (ARRAY['wrong_beneficiary'::text, 'wrong_amount'::text, 'paid_twice'::text, 'fraud'::text, 'other'::text])),
  constraint recall_refused_says_why CHECK (status <> 'refused'::text OR refusal IS NOT NULL),
  constraint recall_remarks_are_short CHECK (length(remarks) <= 250),
  constraint recall_status_is_known CHECK (status = ANY (ARRAY['requested'::text, 'with_bank'::text, 'returned'::text, 'refused'::text, 'withdrawn'::text, 'expired'::text]))
);
create unique index one_open_recall_per_transfer ON recalls.recall USING btree (merchant_id, transfer_id) WHERE (due_at IS NOT NULL);
create index recall_due ON recalls.recall USING btree (merchant_id, due_at) WHERE (due_at IS NOT NULL);
create index recall_watched ON recalls.recall USING btree (merchant_id, watched_until) WHERE (status <> 'returned'::text);
alter table recalls.recall enable row level security, force row level security;
create policy own_rows on recalls.recall for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on recalls.recall for select to pg_database_owner
  using true;
create policy sweep on recalls.recall for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on recalls.recall to vitaran_app;
grant update (bank_reference, due_at, ended_at, refusal, remarks, status, steps) on recalls.recall to vitaran_app;

create table recalls.step (
  merchant_id uuid not null,
  recall_id uuid not null,
  step smallint not null,
  from_status text not null,
  to_status text not null,
  because text not null,
  by text not null,
  at timestamp with time zone not null,
  constraint recall_step_taken_once PRIMARY KEY (merchant_id, recall_id, step),
  constraint recall_step_is_a_legal_move CHECK (
CASE from_status
    WHEN 'new'::text THEN to_status = 'requested'::text
    WHEN 'requested'::text THEN to_status = ANY (ARRAY['with_bank'::text, 'returned'::text, 'refused'::text, 'withdrawn'::text, 'expired'::text])
    WHEN 'with_bank'::text THEN to_status = ANY (ARRAY['returned'::text, 'refused'::text, 'withdrawn'::text, 'expired'::text])
    WHEN 'refused'::text THEN to_status = 'returned'::text
    WHEN 'withdrawn'::text THEN to_status = 'returned'::text
    WHEN 'expired'::text THEN to_status = 'returned'::text
    ELSE false
END),
  constraint recall_step_of_a_recall FOREIGN KEY (merchant_id, recall_id) REFERENCES recalls.recall(merchant_id, recall_id)
);
alter table recalls.step enable row level security, force row level security;
create policy own_rows on recalls.step for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on recalls.step for select to pg_database_owner
  using true;
create policy sweep on recalls.step for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on recalls.step to vitaran_app;
grant update (because) on recalls.step to vitaran_app;

-- reconciliation --------------------------------------------------------------------------------------

create schema reconciliation;
grant usage on schema reconciliation to vitaran_app;

CREATE OR REPLACE FUNCTION reconciliation.refresh_statistics()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  analyze reconciliation.line, transfers.transfer, transfers.attempt, transfers.fact;
end $function$;

create table reconciliation.break (
  merchant_id uuid not null,
  break_id uuid not null,
  kind text not null,
  source_key text not null,
  bank_id text,
  day date,
  line_id uuid,
  transfer_id uuid,
  amount_paise bigint,
  detail text not null,
  owner_id uuid,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  resolution text,
  note text,
  steps smallint not null,
  constraint break_once PRIMARY KEY (merchant_id, break_id),
  constraint break_of_one_thing UNIQUE (merchant_id, source_key),
  constraint break_closed_has_a_resolution CHECK ((closed_at IS NULL) = (resolution IS NULL)),
  constraint break_detail_is_short CHECK (length(detail) <= 1000),
  constraint break_kind_is_known CHECK (kind = ANY (ARRAY['unknown_debit'::text, 'unknown_credit'::text, 'amount_differs'::text, 'double_debit'::text, 'ambiguous'::text, 'bank_charge'::text, 'awaits_reversal'::text, 'return_without_payment'::text, 'top_up_contradiction'::text, 'statement_wrong'::text, 'statement_changed'::text, 'statement_unreadable'::text, 'entry_left_out'::text, 'other_account'::text, 'opening_differs'::text, 'missing_day'::text, 'line_vanished'::text, 'evidence_withdrawn'::text, 'contradiction'::text, 'stray_news'::text, 'file_refused'::text])),
  constraint break_note_is_short CHECK (length(note) <= 500),
  constraint break_resolution_is_known CHECK (resolution = ANY (ARRAY['matched'::text, 'explained'::text, 'bank_corrected'::text, 'written_off'::text, 'not_ours'::text, 'went_away'::text]))
);
create index break_by_time ON reconciliation.break USING btree (merchant_id, opened_at DESC, break_id DESC);
create index break_of_line ON reconciliation.break USING btree (merchant_id, line_id) WHERE (line_id IS NOT NULL);
create index break_open ON reconciliation.break USING btree (merchant_id, opened_at, break_id) WHERE (closed_at IS NULL);
alter table reconciliation.break enable row level security, force row level security;
create policy own_rows on reconciliation.break for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on reconciliation.break for select to pg_database_owner
  using true;
create policy sweep on reconciliation.break for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on reconciliation.break to vitaran_app;
grant update (closed_at, detail, note, opened_at, owner_id, resolution, steps) on reconciliation.break to vitaran_app;

create table reconciliation.break_step (
  merchant_id uuid not null,
  break_id uuid not null,
  step smallint not null,
  action text not null,
  note text not null,
  by text not null,
  at timestamp with time zone not null,
  constraint break_step_taken_once PRIMARY KEY (merchant_id, break_id, step),
  constraint break_step_is_known CHECK (action = ANY (ARRAY['opened'::text, 'assigned'::text, 'matched'::text, 'resolved'::text, 'undone'::text, 'opened_again'::text])),
  constraint break_step_of_a_break FOREIGN KEY (merchant_id, break_id) REFERENCES reconciliation.break(merchant_id, break_id)
);
alter table reconciliation.break_step enable row level security, force row level security;
create policy own_rows on reconciliation.break_step for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on reconciliation.break_step for select to pg_database_owner
  using true;
create policy sweep on reconciliation.break_step for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on reconciliation.break_step to vitaran_app;
grant update (note) on reconciliation.break_step to vitaran_app;

create table reconciliation.database_seen (
  the_only_one boolean not null default true,
  identity text not null,
  seen_at timestamp with time zone not null,
  synchronous boolean not null default false,
  constraint database_seen_pkey PRIMARY KEY (the_only_one),
  constraint one_database_is_remembered CHECK (the_only_one)
);
grant insert, select, update on reconciliation.database_seen to vitaran_app;

create table reconciliation.line (
  merchant_id uuid not null,
  line_id uuid not null,
  bank_id text not null,
  bank_no smallint not null,
  line_key text not null,
  day date not null,
  booked_at timestamp with time zone not null,
  arrived_at timestamp with time zone not null,
  side text not null,
  amount_paise bigint not null,
  kind text not null,
  reference text,
  utr text,
  narration text not null,
  code text not null,
  reason text,
  counterparty_name text,
  counterparty_last4 text,
  counterparty_ifsc text,
  sealed_counterparty bytea,
  state text not null default 'new'::text,
  rule text,
  evidence jsonb,
  transfer_id uuid,
  attempt smallint,
  top_up_id uuid,
  awaits_day boolean not null default false,
  held_until timestamp with time zone,
  suspended smallint not null default 0,
  settled_at timestamp with time zone,
  vanished_at timestamp with time zone,
  reference_words text[],
  bank_line_id text,
  constraint line_once PRIMARY KEY (merchant_id, line_id),
  constraint line_stored_once UNIQUE (merchant_id, bank_id, line_key),
  constraint line_amount_is_positive CHECK (amount_paise > 0),
  constraint line_held_in_suspense CHECK (held_until IS NULL OR state = 'suspense'::text),
  constraint line_kind_is_known CHECK (kind = ANY (ARRAY['payment'::text, 'reversal'::text, 'return'::text, 'charge'::text, 'credit'::text, 'batch'::text, 'other'::text])),
  constraint line_matched_to_something CHECK (state <> 'matched'::text OR num_nonnulls(transfer_id, top_up_id) = 1),
  constraint line_rule_is_known CHECK (rule = ANY (ARRAY['reference'::text, 'utr'::text, 'likeness'::text, 'arrival'::text, 'by_hand'::text])),
  constraint line_settled_has_a_moment CHECK ((state = ANY (ARRAY['matched'::text, 'paired'::text])) = (settled_at IS NOT NULL)),
  constraint line_shows_four_characters_at_most CHECK (length(counterparty_last4) <= 4),
  constraint line_side_is_known CHECK (side = ANY (ARRAY['debit'::text, 'credit'::text])),
  constraint line_state_is_known CHECK (state = ANY (ARRAY['new'::text, 'matched'::text, 'paired'::text, 'suspense'::text, 'vanished'::text])),
  constraint line_tied_by_a_rule CHECK ((num_nonnulls(transfer_id, top_up_id) = 0) = (rule IS NULL)),
  constraint line_tied_to_an_attempt CHECK (num_nulls(transfer_id, attempt) = ANY (ARRAY[0, 2])),
  constraint line_tied_to_one_thing CHECK (transfer_id IS NULL OR top_up_id IS NULL),
  constraint line_vanished_has_a_moment CHECK (state <> 'vanished'::text OR vanished_at IS NOT NULL)
);
create index debit_said_by_hand ON reconciliation.line USING btree (merchant_id, bank_id, amount_paise) WHERE ((side = 'debit'::text) AND ((rule = 'by_hand'::text) OR (evidence ? 'undone'::text)));
create index line_awaits_day ON reconciliation.line USING btree (merchant_id, utr) WHERE ((state = 'new'::text) AND awaits_day);
create index line_by_arrival ON reconciliation.line USING btree (merchant_id, arrived_at);
create index line_held ON reconciliation.line USING btree (merchant_id, held_until) WHERE (held_until IS NOT NULL);
create index line_in_suspense ON reconciliation.line USING btree (merchant_id, line_id) WHERE (state = 'suspense'::text);
create index line_new ON reconciliation.line USING btree (merchant_id, bank_id, day, line_id) WHERE ((state = 'new'::text) AND (NOT awaits_day));
create index line_of_bank_line_id ON reconciliation.line USING btree (merchant_id, bank_id, bank_line_id) WHERE (bank_line_id IS NOT NULL);
create index line_of_day ON reconciliation.line USING btree (merchant_id, bank_id, day);
create index line_of_transfer ON reconciliation.line USING btree (merchant_id, transfer_id, attempt) WHERE (transfer_id IS NOT NULL);
create index line_of_utr ON reconciliation.line USING btree (merchant_id, bank_id, utr) WHERE (utr IS NOT NULL);
create index line_settled ON reconciliation.line USING btree (merchant_id, settled_at) WHERE (settled_at IS NOT NULL);
create index line_vanished ON reconciliation.line USING btree (merchant_id, bank_id) WHERE (state = 'vanished'::text);
create unique index one_line_per_move_of_an_attempt ON reconciliation.line USING btree (merchant_id, transfer_id, attempt, side) WHERE ((state = 'matched'::text) AND (transfer_id IS NOT NULL));
create unique index one_line_per_top_up ON reconciliation.line USING btree (merchant_id, top_up_id) WHERE ((state = 'matched'::text) AND (top_up_id IS NOT NULL));
alter table reconciliation.line enable row level security, force row level security;
create policy own_rows on reconciliation.line for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on reconciliation.line for select to pg_database_owner
  using true;
create policy sweep on reconciliation.line for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on reconciliation.line to vitaran_app;
grant update (attempt, awaits_day, counterparty_name, day, evidence, held_until, line_key, narration, reference_words, rule, sealed_counterparty, settled_at, state, suspended, top_up_id, transfer_id, vanished_at) on reconciliation.line to vitaran_app;

create table reconciliation.schedule (
  merchant_id uuid not null,
  bank_id text not null,
  first_day date not null,
  next_day date not null,
  due_at timestamp with time zone not null,
  intraday_at timestamp with time zone,
  failures smallint not null default 0,
  problem text,
  failing_since timestamp with time zone,
  constraint schedule_once_per_bank PRIMARY KEY (merchant_id, bank_id),
  constraint schedule_goes_forward CHECK (next_day >= first_day),
  constraint schedule_problem_has_a_start CHECK ((problem IS NULL) = (failing_since IS NULL))
);
alter table reconciliation.schedule enable row level security, force row level security;
create policy own_rows on reconciliation.schedule for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on reconciliation.schedule for select to pg_database_owner
  using true;
create policy sweep on reconciliation.schedule for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on reconciliation.schedule to vitaran_app;

create table reconciliation.setting (
  merchant_id uuid not null,
  stop_above_paise bigint not null,
  constraint setting_pkey PRIMARY KEY (merchant_id),
  constraint stop_limit_is_not_negative CHECK (stop_above_paise >= 0)
);
alter table reconciliation.setting enable row level security, force row level security;
create policy own_rows on reconciliation.setting for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on reconciliation.setting for select to pg_database_owner
  using true;
create policy sweep on reconciliation.setting for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on reconciliation.setting to vitaran_app;

create table reconciliation.statement (
  merchant_id uuid not null,
  bank_id text not null,
  day date not null,
  kind text not null,
  bank_statement_id text not null,
  sequence_no bigint,
  opening_paise bigint not null,
  closing_paise bigint not null,
  line_count integer not null,
  whole boolean not null,
  repeated_paise bigint not null default 0,
  state text not null,
  because text,
  arrived_at timestamp with time zone not null,
  unproved boolean not null default false,
  constraint statement_once_per_day_and_kind PRIMARY KEY (merchant_id, bank_id, day, kind),
  constraint statement_kind_is_known CHECK (kind = ANY (ARRAY['intraday'::text, 'end_of_day'::text])),
  constraint statement_refused_says_why CHECK ((state = 'refused'::text) = (because IS NOT NULL)),
  constraint statement_state_is_known CHECK (state = ANY (ARRAY['imported'::text, 'refused'::text]))
);
create index statement_unproved ON reconciliation.statement USING btree (merchant_id, bank_id, day) WHERE unproved;
alter table reconciliation.statement enable row level security, force row level security;
create policy own_rows on reconciliation.statement for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on reconciliation.statement for select to pg_database_owner
  using true;
create policy sweep on reconciliation.statement for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on reconciliation.statement to vitaran_app;

-- reports ---------------------------------------------------------------------------------------------

create schema reports;
grant usage on schema reports to vitaran_app;

create table reports.chunk (
  merchant_id uuid not null,
  report_id uuid not null,
  chunk integer not null,
  bytes bytea,
  sealed_bytes bytea,
  constraint chunk_once PRIMARY KEY (merchant_id, report_id, chunk),
  constraint chunk_has_bytes CHECK (num_nonnulls(bytes, sealed_bytes) = 1),
  constraint chunk_of_a_report FOREIGN KEY (merchant_id, report_id) REFERENCES reports.report(merchant_id, report_id)
);
alter table reports.chunk enable row level security, force row level security;
create policy own_rows on reports.chunk for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on reports.chunk for select to pg_database_owner
  using true;
create policy sweep on reports.chunk for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant delete, insert, select on reports.chunk to vitaran_app;
grant update (bytes, sealed_bytes) on reports.chunk to vitaran_app;

create table reports.report (
  merchant_id uuid not null,
  report_id uuid not null,
  name text not null,
  type text not null,
  format text not null,
  columns text[] not null,
  from_day date not null,
  to_day date not null,
  fund_source_id text,
  status text not null default 'requested'::text,
  reason text,
  requested_by text not null,
  requested_at timestamp with time zone not null,
  as_of timestamp with time zone,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone,
  tries smallint not null default 0,
  leased_until timestamp with time zone,
  row_count integer not null default 0,
  size_bytes bigint not null default 0,
  sha256 bytea,
  opening_paise bigint,
  closing_paise bigint,
  fund_source_ids text[],
  constraint report_once PRIMARY KEY (merchant_id, report_id),
  constraint failed_for_a_reason CHECK ((status = 'failed'::text) = (reason IS NOT NULL)),
  constraint finished_has_a_moment CHECK ((status = ANY (ARRAY['requested'::text, 'running'::text])) = (finished_at IS NULL)),
  constraint format_is_known CHECK (format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'xls'::text])),
  constraint only_statements_have_a_fund_source CHECK ((type = 'account_statement'::text) = (fund_source_id IS NOT NULL)),
  constraint range_of_at_most_thirty_days CHECK (to_day >= from_day AND (to_day - from_day) < 30),
  constraint ready_is_whole CHECK ((status <> ALL (ARRAY['ready'::text, 'expired'::text])) OR num_nulls(as_of, expires_at, sha256) = 0),
  constraint report_has_a_name CHECK (length(name) >= 1 AND length(name) <= 100),
  constraint some_columns_are_wanted CHECK (cardinality(columns) > 0),
  constraint status_is_known CHECK (status = ANY (ARRAY['requested'::text, 'running'::text, 'ready'::text, 'failed'::text, 'expired'::text])),
  constraint type_is_known CHECK (type = ANY (ARRAY['transfer'::text, 'pending_transfer'::text, 'flowgram'::text, 'account_statement'::text, 'reversed_transfers'::text]))
);
create index report_to_expire ON reports.report USING btree (merchant_id, expires_at) WHERE (status = 'ready'::text);
create index report_to_make ON reports.report USING btree (merchant_id, report_id) WHERE (status = ANY (ARRAY['requested'::text, 'running'::text]));
alter table reports.report enable row level security, force row level security;
create policy own_rows on reports.report for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on reports.report for select to pg_database_owner
  using true;
create policy sweep on reports.report for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on reports.report to vitaran_app;

create view reports.flowgram_row with (security_invoker=true) as
 SELECT merchant_id,
    reference_id,
    link_key,
    amount_paise,
    name,
    phone,
    email,
    remarks,
    status,
    reason,
    paid_reference_id,
    utr,
    created_at,
    expires_at,
    ended_at
   FROM links.link;

create view reports.reversal_row with (security_invoker=true) as
 SELECT event.at AS reversed_at,
    returned.utr AS return_utr,
    "row".merchant_id,
    "row".transfer_id,
    "row".reference_id,
    "row".transfer_key,
    "row".bene_id,
    "row".bene_name,
    "row".bene_phone,
    "row".account_last4,
    "row".ifsc,
    "row".vpa,
    "row".card_last4,
    "row".amount_paise,
    "row".fee_paise,
    "row".tax_paise,
    "row".mode,
    "row".rail,
    "row".status,
    "row".waiting_for,
    "row".acknowledged,
    "row".utr,
    "row".reason,
    "row".remarks,
    "row".fund_source_id,
    "row".bank_id,
    "row".accepted_at,
    "row".sent_at,
    "row".finished_at
   FROM webhooks.notable_event event
     JOIN reports.transfer_row "row" ON "row".merchant_id = event.merchant_id AND "row".transfer_id = event.subject_id
     LEFT JOIN LATERAL ( SELECT fact.utr
           FROM transfers.fact
          WHERE fact.merchant_id = event.merchant_id AND fact.transfer_id = event.subject_id AND fact.evidence = 'RET'::text
          ORDER BY fact.at
         LIMIT 1) returned ON true
  WHERE event.type = 'TRANSFER_REVERSED'::text;

create view reports.statement_entry with (security_invoker=true) as
 SELECT entry.merchant_id,
    entry.account_no,
    entry.at,
    entry.cause_id,
    entry.phase,
    entry.is_credit,
    entry.kind,
    entry.change_paise,
    entry.noted_paise,
        CASE
            WHEN transfer.transfer_id IS NULL THEN NULL::bigint
            WHEN entry.kind = 'post'::text THEN abs(entry.change_paise)
            ELSE abs(entry.change_paise) - transfer.amount_paise
        END AS charges_paise,
    COALESCE(transfer.transfer_key, internal_transfer.transfer_key, withdrawal.withdrawal_key, loan.loan_key) AS key,
    COALESCE(transfer.reference_id, internal_transfer.reference_id, disbursal.reference_id) AS reference_id,
    COALESCE(transfer.utr,
        CASE entry.kind
            WHEN 'refund'::text THEN refund.utr
            ELSE top_up.utr
        END, withdrawal.utr, disbursal.utr) AS utr,
    COALESCE(transfer.remarks, internal_transfer.remarks, withdrawal.remarks, disbursal.remarks) AS remarks
   FROM ( SELECT posting.merchant_id,
            side.account_no,
            posting.at,
            posting.cause_id,
            posting.phase,
            side.is_credit,
            posting.kind,
            sum(
                CASE
                    WHEN side.is_credit THEN posting.amount_paise
                    ELSE - posting.amount_paise
                END)::bigint AS change_paise,
            0::bigint AS noted_paise
           FROM ledger.posting
             CROSS JOIN LATERAL ( VALUES (posting.debit_no,false), (posting.credit_no,true)) side(account_no, is_credit)
          GROUP BY posting.merchant_id, side.account_no, posting.at, posting.cause_id, posting.phase, side.is_credit, posting.kind
        UNION ALL
         SELECT top_up_1.merchant_id,
            source.ledger_account_no,
            top_up_1.arrived_at,
            top_up_1.top_up_id,
            0::smallint AS int2,
            false,
            'unregistered_credit'::text,
            0,
            top_up_1.amount_paise
           FROM fund_sources.top_up top_up_1
             JOIN fund_sources.fund_source source ON source.merchant_id = top_up_1.merchant_id AND source.fund_source_id = top_up_1.fund_source_id
          WHERE top_up_1.suspended
        UNION ALL
         SELECT refund_1.merchant_id,
            source.ledger_account_no,
            refund_1.finished_at,
            refund_1.top_up_id,
            1::smallint AS int2,
            false,
            'refund'::text,
            0,
            refund_1.amount_paise
           FROM withdrawals.refund refund_1
             JOIN fund_sources.top_up top_up_1 ON top_up_1.merchant_id = refund_1.merchant_id AND top_up_1.top_up_id = refund_1.top_up_id
             JOIN fund_sources.fund_source source ON source.merchant_id = top_up_1.merchant_id AND source.fund_source_id = top_up_1.fund_source_id
          WHERE refund_1.status = 'paid'::text) entry
     LEFT JOIN transfers.transfer ON transfer.merchant_id = entry.merchant_id AND transfer.transfer_id = entry.cause_id
     LEFT JOIN fund_sources.top_up ON top_up.merchant_id = entry.merchant_id AND top_up.top_up_id = entry.cause_id
     LEFT JOIN withdrawals.refund ON refund.merchant_id = entry.merchant_id AND refund.top_up_id = entry.cause_id
     LEFT JOIN fund_sources.internal_transfer ON internal_transfer.merchant_id = entry.merchant_id AND internal_transfer.internal_transfer_id = entry.cause_id
     LEFT JOIN withdrawals.withdrawal ON withdrawal.merchant_id = entry.merchant_id AND withdrawal.withdrawal_id = entry.cause_id
     LEFT JOIN lending.loan ON loan.merchant_id = entry.merchant_id AND loan.loan_id = entry.cause_id
     LEFT JOIN transfers.transfer disbursal ON disbursal.merchant_id = loan.merchant_id AND disbursal.transfer_key = loan.loan_key;

create view reports.transfer_row with (security_invoker=true) as
 SELECT transfer.merchant_id,
    transfer.transfer_id,
    transfer.reference_id,
    transfer.transfer_key,
    payee.bene_id,
    payee.name AS bene_name,
    payee.phone AS bene_phone,
    beneficiaries.shown_end(payee.account_last4, payee.sealed_account) AS account_last4,
    payee.ifsc,
    payee.vpa,
    payee.card_last4,
    transfer.amount_paise,
    transfer.fee_paise,
    transfer.tax_paise,
        CASE
            WHEN transfer.origin_kind = 'phone'::text THEN 'phone'::text
            ELSE transfer.mode
        END AS mode,
    transfer.rail,
    transfer.status,
    transfer.waiting_for,
    transfer.acknowledged,
    transfer.utr,
    transfer.reason,
    transfer.remarks,
    transfer.fund_source_id,
    transfer.bank_id,
    transfer.accepted_at,
    transfer.sent_at,
    transfer.finished_at
   FROM transfers.transfer
     LEFT JOIN beneficiaries.beneficiary payee ON payee.merchant_id = transfer.merchant_id AND payee.beneficiary_id = transfer.beneficiary_id
  WHERE transfer.source_no <> 3000;

-- risk ------------------------------------------------------------------------------------------------

create schema risk;
grant usage on schema risk to vitaran_app;

create type risk.acquainted as (paid_since timestamp with time zone, stops boolean);

create type risk.counted as (minutes timestamp with time zone[], transfers integer[], total integer, stops boolean);

create type risk.repeated as (newest timestamp with time zone, unpaid_from timestamp with time zone[], unpaid_until timestamp with time zone[], stops boolean);

create type risk.summed as (paise bigint, stops boolean);

create type risk.usual as (amounts bigint[], unpaid_until timestamp with time zone[], lasting bigint[], stops boolean);

CREATE OR REPLACE FUNCTION risk.add_to_acquaintance(state risk.acquainted, at timestamp with time zone, paid_at timestamp with time zone, young boolean, judged boolean, keeps boolean)
 RETURNS risk.acquainted
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  state.stops := judged and (young or not coalesce(state.paid_since <= at, false));
  if keeps or not state.stops then
    state.paid_since := least(state.paid_since, paid_at);
  end if;
  return state;
end
$function$;

CREATE OR REPLACE FUNCTION risk.add_to_count(state risk.counted, minute timestamp with time zone, period interval, most integer, judged boolean, keeps boolean)
 RETURNS risk.counted
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  old integer := 0;
  size integer := cardinality(state.minutes);
begin
  while old < size and state.minutes[old + 1] < minute - period loop
    old := old + 1;
    state.total := state.total - state.transfers[old];
  end loop;
  if old > 0 then
    state.minutes := state.minutes[old + 1:];
    state.transfers := state.transfers[old + 1:];
    size := size - old;
  end if;
  state.stops := judged and state.total >= most;
  if keeps or not state.stops then
    state.total := state.total + 1;
    if size > 0 and state.minutes[size] >= minute then
      state.transfers[size] := state.transfers[size] + 1;
    else
      state.minutes := state.minutes || minute;
      state.transfers := state.transfers || 1;
    end if;
  end if;
  return state;
end
$function$;

CREATE OR REPLACE FUNCTION risk.add_to_repeats(state risk.repeated, at timestamp with time zone, unpaid_at timestamp with time zone, period interval, judged boolean, keeps boolean)
 RETURNS risk.repeated
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  if cardinality(state.unpaid_from) > 0 then
    select coalesce(array_agg(known.since), '{}'), coalesce(array_agg(known.until), '{}')
    into state.unpaid_from, state.unpaid_until
    from unnest(state.unpaid_from, state.unpaid_until) as known (since, until)
    where known.until > at
      and known.since > at - period;
  end if;
  state.stops := judged and (coalesce(state.newest > at - period, false) or cardinality(state.unpaid_from) > 0);
  if keeps or not state.stops then
    if unpaid_at is null then
      state.newest := greatest(state.newest, at);
    else
      state.unpaid_from := state.unpaid_from || at;
      state.unpaid_until := state.unpaid_until || unpaid_at;
    end if;
  end if;
  return state;
end
$function$;

CREATE OR REPLACE FUNCTION risk.add_to_sum(state risk.summed, paise bigint, most bigint, judged boolean, keeps boolean)
 RETURNS risk.summed
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  state.stops := judged and state.paise + paise > most;
  if keeps or not state.stops then
    state.paise := state.paise + paise;
  end if;
  return state;
end
$function$;

CREATE OR REPLACE FUNCTION risk.add_to_usual(state risk.usual, paise bigint, at timestamp with time zone, unpaid_at timestamp with time zone, terms jsonb, judged boolean, keeps boolean)
 RETURNS risk.usual
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  most integer := (terms ->> 'knownMax')::integer;
  known bigint[] := state.lasting;
  place integer;
begin
  if judged and cardinality(state.lasting) < cardinality(state.amounts) then
    known := array(
      select amount
      from unnest(state.amounts, state.unpaid_until) as one (amount, until)
      where until is null
         or until > at
      order by amount
    );
  end if;
  state.stops := judged
    and cardinality(known) >= (terms ->> 'leastKnown')::integer
    and risk.is_far(paise, known, (terms ->> 'times')::integer, terms ->> 'direction' = 'either');
  if state.stops and not keeps then
    return state;
  end if;
  -- width_bucket counts the elements of a sorted array that are not above a value.
  if state.amounts[most] is not null and state.unpaid_until[most] is null then
    place := width_bucket(state.amounts[most], state.lasting);
    state.lasting := state.lasting[:place - 1] || state.lasting[place + 1:];
  end if;
  if unpaid_at is null then
    place := width_bucket(paise, state.lasting);
    state.lasting := state.lasting[:place] || paise || state.lasting[place + 1:];
  end if;
  state.amounts := (paise || state.amounts)[:most];
  state.unpaid_until := (unpaid_at || state.unpaid_until)[:most];
  return state;
end
$function$;

CREATE OR REPLACE FUNCTION risk.destination_of(mode text, beneficiary_id uuid, account_index bytea, vpa text, phone text, card_index bytea)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((mode = 'upi'::text) AND (vpa IS NOT NULL)) THEN (('vpa:'::text || lower(vpa)))::bytea WHEN ((mode = ANY (ARRAY['paytm'::text, 'amazonpay'::text])) AND (phone IS NOT NULL)) THEN (('phone:'::text || risk.phone_key(phone)))::bytea WHEN ((mode = ANY (ARRAY['banktransfer'::text, 'imps'::text, 'neft'::text, 'rtgs'::text])) AND (account_index IS NOT NULL)) THEN account_index WHEN ((mode = 'card'::text) AND (card_index IS NOT NULL)) THEN card_index ELSE (('beneficiary:'::text || (beneficiary_id)::text))::bytea END;

CREATE OR REPLACE FUNCTION risk.is_far(paise bigint, known bigint[], times integer, either_way boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  size integer := cardinality(known);
  below integer := (size + 1) / 2;
  above integer := below + 1;
  middle bigint := known[below];
  deviation bigint := case when either_way then abs(paise - middle) else paise - middle end;
  spread bigint := 0;
begin
  if deviation <= times * greatest(middle / 10, 1) then
    return false;
  end if;
  -- From the median outwards the distances come in their order.
  for place in 1 .. (size + 1) / 2 loop
    if above > size or (below > 0 and middle - known[below] <= known[above] - middle) then
      spread := middle - known[below];
      below := below - 1;
    else
      spread := known[above] - middle;
      above := above + 1;
    end if;
  end loop;
  return deviation > times * spread;
end
$function$;

CREATE OR REPLACE FUNCTION risk.paid_to(mode text, beneficiary_id uuid, account_index bytea, vpa_index bytea, phone_index bytea, card_index bytea, vpa text, phone text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((mode = 'upi'::text) AND starts_with(vpa, 'sealed:1:'::text)) THEN vpa_index WHEN ((mode = ANY (ARRAY['paytm'::text, 'amazonpay'::text])) AND starts_with(phone, 'sealed:1:'::text)) THEN phone_index ELSE risk.destination_of(mode, beneficiary_id, account_index, vpa, phone, card_index) END;

CREATE OR REPLACE FUNCTION risk.phone_key(phone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (phone ~ '^(91|0)?[6-9][0-9]{9}$'::text) THEN "right"(phone, 10) ELSE phone END;

create aggregate risk.is_above_count(minute timestamp with time zone, period interval, most integer, judged boolean, keeps boolean) (sfunc = risk.add_to_count, stype = risk.counted, initcond = '({},{},0,f)');

create aggregate risk.is_above_sum(paise bigint, most bigint, judged boolean, keeps boolean) (sfunc = risk.add_to_sum, stype = risk.summed, initcond = '(0,f)');

create aggregate risk.is_new_payee(at timestamp with time zone, paid_at timestamp with time zone, young boolean, judged boolean, keeps boolean) (sfunc = risk.add_to_acquaintance, stype = risk.acquainted, initcond = '(,f)');

create aggregate risk.is_repeated(at timestamp with time zone, unpaid_at timestamp with time zone, period interval, judged boolean, keeps boolean) (sfunc = risk.add_to_repeats, stype = risk.repeated, initcond = '(,{},{},f)');

create aggregate risk.is_unusual(paise bigint, at timestamp with time zone, unpaid_at timestamp with time zone, terms jsonb, judged boolean, keeps boolean) (sfunc = risk.add_to_usual, stype = risk.usual, initcond = '({},{},{},f)');

create table risk.blocked_payee (
  merchant_id uuid not null,
  block_id uuid not null,
  kind text not null,
  key text not null,
  shown text not null,
  because text not null,
  blocked_at timestamp with time zone not null,
  blocked_by text not null,
  expires_at timestamp with time zone,
  unblocked_at timestamp with time zone,
  unblocked_by text,
  constraint block_once PRIMARY KEY (merchant_id, block_id),
  constraint blocked_for_a_reason CHECK (because <> ''::text),
  constraint kind_is_known CHECK (kind = ANY (ARRAY['beneficiary'::text, 'account'::text, 'vpa'::text, 'phone'::text, 'ifsc'::text, 'bank'::text, 'card'::text])),
  constraint unblocked_by_someone CHECK ((unblocked_at IS NULL) = (unblocked_by IS NULL))
);
create unique index payee_blocked_once ON risk.blocked_payee USING btree (merchant_id, kind, key) WHERE (unblocked_at IS NULL);
CREATE TRIGGER note_changed_fact AFTER INSERT OR DELETE OR UPDATE ON risk.blocked_payee FOR EACH STATEMENT EXECUTE FUNCTION transfers.note_changed_fact();
alter table risk.blocked_payee enable row level security, force row level security;
create policy own_rows on risk.blocked_payee for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on risk.blocked_payee for select to pg_database_owner
  using true;
create policy sweep on risk.blocked_payee for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on risk.blocked_payee to vitaran_app;

create table risk.mode_set (
  merchant_id uuid not null,
  unavailable_modes text[] not null default '{}'::text[],
  disabled_modes text[] not null default '{}'::text[],
  constraint mode_set_pkey PRIMARY KEY (merchant_id)
);
CREATE TRIGGER note_changed_fact AFTER INSERT OR DELETE OR UPDATE ON risk.mode_set FOR EACH STATEMENT EXECUTE FUNCTION transfers.note_changed_fact();
alter table risk.mode_set enable row level security, force row level security;
create policy own_rows on risk.mode_set for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on risk.mode_set for select to pg_database_owner
  using true;
create policy sweep on risk.mode_set for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on risk.mode_set to vitaran_app;

create table risk.precedent (
  merchant_id uuid not null,
  transfer_id uuid not null,
  reference_id bigint not null,
  destination bytea not null,
  amount_paise bigint not null,
  accepted_at timestamp with time zone not null,
  constraint precedent_once PRIMARY KEY (merchant_id, transfer_id)
);
create index precedent_by_amount ON risk.precedent USING btree (merchant_id, destination, amount_paise, accepted_at DESC);
create index precedent_by_destination ON risk.precedent USING btree (merchant_id, destination, reference_id DESC);
alter table risk.precedent enable row level security, force row level security;
create policy own_rows on risk.precedent for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on risk.precedent for select to pg_database_owner
  using true;
create policy sweep on risk.precedent for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on risk.precedent to vitaran_app;
grant update (destination) on risk.precedent to vitaran_app;

create table risk.rule (
  merchant_id uuid not null,
  rule_id uuid not null,
  version integer not null,
  kind text not null,
  parameters jsonb not null,
  scope text not null,
  scope_id text,
  effect text not null,
  place integer not null,
  active boolean not null,
  set_at timestamp with time zone not null,
  set_by text not null,
  ended_at timestamp with time zone,
  ended_by text,
  nth bigint,
  ended_nth bigint,
  gives_back integer,
  constraint rule_version_once PRIMARY KEY (merchant_id, rule_id, version),
  constraint effect_is_known CHECK (effect = ANY (ARRAY['allow'::text, 'review'::text, 'block'::text])),
  constraint ended_by_someone CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
  constraint kind_is_known CHECK (kind = ANY (ARRAY['trusted_amount'::text, 'transfer_limit'::text, 'daily_limit'::text, 'velocity'::text, 'new_payee'::text, 'duplicate'::text, 'unusual_amount'::text])),
  constraint only_trust_allows CHECK ((kind = 'trusted_amount'::text) = (effect = 'allow'::text)),
  constraint parameters_are_named CHECK (jsonb_typeof(parameters) = 'object'::text),
  constraint place_is_sensible CHECK (place >= 0 AND place <= 1000000),
  constraint scope_is_known CHECK (scope = ANY (ARRAY['merchant'::text, 'fund_source'::text, 'beneficiary'::text, 'rail'::text])),
  constraint there_is_one_merchant CHECK (scope <> 'merchant'::text OR scope_id IS NULL),
  constraint version_counts_from_one CHECK (version >= 1)
);
create unique index rule_has_one_current_version ON risk.rule USING btree (merchant_id, rule_id) WHERE (ended_at IS NULL);
create index rule_in_force ON risk.rule USING btree (merchant_id, place) WHERE (active AND (ended_at IS NULL));
CREATE TRIGGER note_changed_fact AFTER INSERT OR DELETE OR UPDATE ON risk.rule FOR EACH STATEMENT EXECUTE FUNCTION transfers.note_changed_fact();
alter table risk.rule enable row level security, force row level security;
create policy own_rows on risk.rule for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on risk.rule for select to pg_database_owner
  using true;
create policy sweep on risk.rule for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on risk.rule to vitaran_app;
grant update (ended_at, ended_by, ended_nth) on risk.rule to vitaran_app;

create table risk.usage (
  merchant_id uuid not null,
  span text not null,
  subject text not null,
  starts_at timestamp with time zone not null,
  transfers integer not null,
  paise bigint not null,
  constraint usage_counted_once PRIMARY KEY (merchant_id, span, subject, starts_at),
  constraint span_is_known CHECK (span = ANY (ARRAY['day'::text, 'minute'::text]))
);
alter table risk.usage set (fillfactor=50);
alter table risk.usage enable row level security, force row level security;
create policy own_rows on risk.usage for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on risk.usage for select to pg_database_owner
  using true;
create policy sweep on risk.usage for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on risk.usage to vitaran_app;

create table risk.verdict (
  merchant_id uuid not null,
  transfer_id uuid not null,
  stage text not null,
  effect text not null,
  code text not null,
  reason text not null,
  kind text not null,
  rule_id uuid,
  rule_version integer,
  scope text,
  scope_id text,
  parameters jsonb not null,
  counted jsonb not null,
  judged_at timestamp with time zone not null,
  constraint verdict_once PRIMARY KEY (merchant_id, transfer_id, stage),
  constraint only_what_is_not_allowed_is_kept CHECK (effect = ANY (ARRAY['review'::text, 'block'::text])),
  constraint stage_is_known CHECK (stage = ANY (ARRAY['accept'::text, 'dispatch'::text]))
);
create index verdict_of_rule ON risk.verdict USING btree (merchant_id, rule_id, transfer_id) WHERE (rule_id IS NOT NULL);
alter table risk.verdict enable row level security, force row level security;
create policy own_rows on risk.verdict for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on risk.verdict for select to pg_database_owner
  using true;
create policy sweep on risk.verdict for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on risk.verdict to vitaran_app;
grant update (parameters) on risk.verdict to vitaran_app;

create view risk.past_transfer with (security_invoker=true) as
 SELECT transfer.merchant_id,
    transfer.transfer_id,
    transfer.reference_id,
    transfer.transfer_key,
    transfer.fund_source_id,
    transfer.beneficiary_id,
    transfer.rail,
    transfer.amount_paise,
    transfer.accepted_at,
    NOT ((transfer.status = ANY (ARRAY['rejected'::text, 'failed'::text])) AND transfer.steps = 1) AS taken,
        CASE
            WHEN transfer.reason = 'PAID_AFTER_FAILURE'::text THEN NULL::timestamp with time zone
            WHEN transfer.status = ANY (ARRAY['failed'::text, 'cancelled'::text, 'rejected'::text, 'reversed'::text]) THEN transfer.finished_at
            ELSE NULL::timestamp with time zone
        END AS unpaid_at,
        CASE
            WHEN transfer.status = 'succeeded'::text OR transfer.reason = 'PAID_AFTER_FAILURE'::text THEN transfer.finished_at
            ELSE NULL::timestamp with time zone
        END AS paid_at,
    risk.paid_to(transfer.mode, transfer.beneficiary_id, payee.account_index, payee.vpa_index, payee.phone_index, payee.card_index, payee.vpa, payee.phone) AS destination,
    payee.added_at AS payee_added_at,
    payee.account_index,
    payee.vpa,
    payee.phone,
    payee.ifsc,
    payee.card_index,
    payee.vpa_index,
    payee.phone_index,
    transfer.status <> 'awaiting_approval'::text AND NOT ((transfer.status = ANY (ARRAY['rejected'::text, 'failed'::text, 'cancelled'::text])) AND transfer.attempt = 0) AS released,
    transfer.released_at
   FROM transfers.transfer
     LEFT JOIN beneficiaries.beneficiary payee ON payee.merchant_id = transfer.merchant_id AND payee.beneficiary_id = transfer.beneficiary_id;

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
create policy owner_sees on routing.decision for select to pg_database_owner
  using true;
create policy sweep on routing.decision for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on routing.decision to vitaran_app;

create table routing.policy (
  merchant_id uuid not null,
  version integer not null,
  policy jsonb not null,
  because text not null,
  set_by text not null,
  set_at timestamp with time zone not null,
  constraint policy_version_once PRIMARY KEY (merchant_id, version),
  constraint policy_versions_count_from_one CHECK (version > 0)
);
CREATE TRIGGER note_changed_fact AFTER INSERT OR DELETE OR UPDATE ON routing.policy FOR EACH STATEMENT EXECUTE FUNCTION transfers.note_changed_fact();
alter table routing.policy enable row level security, force row level security;
create policy own_rows on routing.policy for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on routing.policy for select to pg_database_owner
  using true;
create policy sweep on routing.policy for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on routing.policy to vitaran_app;

-- sign_on ---------------------------------------------------------------------------------------------

create schema sign_on;
grant usage on schema sign_on to vitaran_app;

create table sign_on.domain (
  domain text not null,
  provider_id uuid not null,
  constraint domain_once_a_provider PRIMARY KEY (domain, provider_id),
  constraint domain_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES sign_on.provider(provider_id)
);
grant delete, insert, select, update on sign_on.domain to vitaran_app;

create table sign_on.identity (
  organization_id uuid not null,
  issuer text not null,
  subject text not null,
  member_id uuid not null,
  follows_claims boolean not null,
  claimed_role text,
  linked_at timestamp with time zone not null default clock_timestamp(),
  constraint identity_once PRIMARY KEY (organization_id, issuer, subject),
  constraint identity_of_one_member UNIQUE (member_id, issuer),
  constraint identity_member_id_fkey FOREIGN KEY (member_id) REFERENCES access.member(member_id)
);
grant delete, insert, select, update on sign_on.identity to vitaran_app;

create table sign_on.provider (
  provider_id uuid not null,
  organization_id uuid not null,
  issuer text not null,
  client_id text not null,
  sealed_secret bytea not null,
  domains text[] not null,
  is_required boolean not null,
  emergency_member_id uuid,
  joins jsonb,
  made_by uuid,
  state text not null default 'tested'::text,
  is_for_live boolean not null default false,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint provider_pkey PRIMARY KEY (provider_id),
  constraint provider_state_is_known CHECK (state = ANY (ARRAY['tested'::text, 'in_force'::text, 'ended'::text])),
  constraint required_provider_leaves_one_owner CHECK (NOT is_required OR emergency_member_id IS NOT NULL),
  constraint provider_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES access.organization(organization_id)
);
create unique index provider_in_force_once ON sign_on.provider USING btree (organization_id) WHERE (state = 'in_force'::text);
grant delete, insert, select, update on sign_on.provider to vitaran_app;

-- site ------------------------------------------------------------------------------------------------

create schema site;
grant usage on schema site to vitaran_app;

create table site.feedback (
  page text not null,
  month date not null,
  helpful boolean not null,
  answers bigint not null,
  constraint feedback_once PRIMARY KEY (page, month, helpful),
  constraint feedback_counts_from_nothing CHECK (answers >= 0),
  constraint feedback_counts_months CHECK (EXTRACT(day FROM month) = 1::numeric),
  constraint feedback_is_about_the_docs CHECK (page ~~ '/payout/%'::text AND length(page) <= 200)
);
grant insert, select, update on site.feedback to vitaran_app;

-- transfers -------------------------------------------------------------------------------------------

create schema transfers;
grant usage on schema transfers to vitaran_app;

CREATE OR REPLACE FUNCTION transfers.fees_follow_rails_since()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select min(applied_at) from lib.migration where name like '0990-%' or name = '0016-transfers' $function$;

CREATE OR REPLACE FUNCTION transfers.has_its_bank(status text, bank_no smallint, attempt smallint)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return status not in ('sent', 'review', 'succeeded', 'reversed') or (bank_no is not null and attempt > 0);
end
$function$;

CREATE OR REPLACE FUNCTION transfers.is_evidence(evidence text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return evidence in ('POS', 'DEEMED', 'NEG', 'UNK', 'NOSEND', 'RET');
end
$function$;

CREATE OR REPLACE FUNCTION transfers.is_legal_move(from_status text, to_status text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return case from_status
    when 'received' then to_status in ('awaiting_approval', 'waiting', 'ready', 'sent', 'rejected', 'failed')
    when 'awaiting_approval' then to_status in ('waiting', 'ready', 'rejected', 'failed', 'cancelled')
    when 'waiting' then to_status in ('ready', 'awaiting_approval', 'failed', 'cancelled')
    when 'ready' then to_status in ('sent', 'waiting', 'awaiting_approval', 'failed', 'cancelled')
    when 'sent' then to_status in ('succeeded', 'failed', 'rejected', 'ready', 'review')
    when 'review' then to_status in ('succeeded', 'failed', 'rejected')
    when 'succeeded' then to_status = 'reversed'
    else false
  end;
end
$function$;

CREATE OR REPLACE FUNCTION transfers.is_reason_to_wait(reason text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE STRICT
AS $function$
begin
  return reason in ('schedule', 'funds', 'window', 'downtime');
end
$function$;

CREATE OR REPLACE FUNCTION transfers.is_status(status text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return status in (
    'awaiting_approval', 'waiting', 'ready', 'sent', 'review', 'succeeded', 'failed', 'rejected', 'reversed',
    'cancelled'
  );
end
$function$;

CREATE OR REPLACE FUNCTION transfers.keep_one_attempt_live()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform
  from transfers.transfer
  where merchant_id = new.merchant_id
    and transfer_id = new.transfer_id
  for update;
  if (
    select coalesce(bool_or(live), new.attempt <> 1)
    from transfers.attempt
    where merchant_id = new.merchant_id
      and transfer_id = new.transfer_id
      and attempt <> new.attempt
  ) then
    raise exception using
      errcode = 'unique_violation',
      schema = 'transfers',
      table = 'attempt',
      constraint = 'one_live_attempt_per_transfer',
      message = format('attempt %s violates "one_live_attempt_per_transfer"', new.attempt);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION transfers.next_version(former bigint)
 RETURNS bigint
 LANGUAGE sql
RETURN GREATEST((former + 1), ((EXTRACT(epoch FROM clock_timestamp()) * (1000000)::numeric))::bigint);

CREATE OR REPLACE FUNCTION transfers.note_changed_fact()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if lib.current_merchant() is null then
    -- The application would raise no version here, for it sees no counter outside of a merchant's transaction.
    if pg_has_role(current_user, 'vitaran_app', 'member') and row_security_active('transfers.counter') then
      raise exception 'a fact of a merchant is changed outside of its transactions';
    end if;
    -- An operator changes rows by hand, of whichever merchants.
    update transfers.counter set facts_version = transfers.next_version(facts_version);
  else
    insert into transfers.counter as counter (merchant_id, last_reference_id, facts_version)
    values (lib.current_merchant(), 10000, transfers.next_version(0))
    on conflict (merchant_id) do update
    set facts_version = transfers.next_version(counter.facts_version);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION transfers.note_changed_shared_fact()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update transfers.shared_facts set version = transfers.next_version(version);
  return null;
end
$function$;

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
CREATE TRIGGER one_live_attempt_per_transfer BEFORE INSERT ON transfers.attempt FOR EACH ROW WHEN (new.attempt <> 1 AND new.live) EXECUTE FUNCTION transfers.keep_one_attempt_live();
CREATE TRIGGER one_live_attempt_when_revived BEFORE UPDATE OF live ON transfers.attempt FOR EACH ROW WHEN (new.live AND NOT old.live) EXECUTE FUNCTION transfers.keep_one_attempt_live();
alter table transfers.attempt enable row level security, force row level security;
create policy own_rows on transfers.attempt for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on transfers.attempt for select to pg_database_owner
  using true;
create policy sweep on transfers.attempt for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on transfers.attempt to vitaran_app;

create table transfers.cancelled_of_other (
  merchant_id uuid not null,
  transfer_id uuid not null,
  member_id uuid,
  at timestamp with time zone not null,
  constraint cancelled_once PRIMARY KEY (merchant_id, transfer_id)
);
create index cancelled_by_member ON transfers.cancelled_of_other USING btree (merchant_id, member_id, at);
alter table transfers.cancelled_of_other enable row level security, force row level security;
create policy own_rows on transfers.cancelled_of_other for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on transfers.cancelled_of_other for select to pg_database_owner
  using true;
create policy sweep on transfers.cancelled_of_other for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on transfers.cancelled_of_other to vitaran_app;

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
create policy owner_sees on transfers.contradiction for select to pg_database_owner
  using true;
create policy sweep on transfers.contradiction for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on transfers.contradiction to vitaran_app;
grant update (detail) on transfers.contradiction to vitaran_app;

create table transfers.counter (
  merchant_id uuid not null,
  last_reference_id bigint not null,
  queue_seconds integer,
  facts_version bigint not null default 0,
  constraint counter_pkey PRIMARY KEY (merchant_id),
  constraint queuing_time_is_an_hour_to_ten_days CHECK (queue_seconds >= 3600 AND queue_seconds <= 864000)
);
alter table transfers.counter enable row level security, force row level security;
create policy own_rows on transfers.counter for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on transfers.counter for select to pg_database_owner
  using true;
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
  constraint evidence_class_is_known CHECK (transfers.is_evidence(evidence))
);
create index fact_of_debit_by_statement ON transfers.fact USING btree (merchant_id, at) WHERE ((source = 'statement'::text) AND (evidence = 'POS'::text));
create index fact_of_offline_bank ON transfers.fact USING btree (merchant_id, at) WHERE ((reason = 'BENEFICIARY_BANK_OFFLINE'::text) OR (evidence = 'DEEMED'::text));
create index fact_utr ON transfers.fact USING brin (utr text_bloom_ops (n_distinct_per_range='2000', false_positive_rate='0.005')) WITH (pages_per_range='32', autosummarize='on');
alter table transfers.fact enable row level security, force row level security;
create policy own_rows on transfers.fact for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on transfers.fact for select to pg_database_owner
  using true;
create policy sweep on transfers.fact for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on transfers.fact to vitaran_app;
grant update (detail) on transfers.fact to vitaran_app;

create table transfers.late_change (
  merchant_id uuid not null,
  day date not null,
  change_id uuid not null default uuidv7(),
  constraint late_change_once PRIMARY KEY (merchant_id, day, change_id)
);
alter table transfers.late_change enable row level security, force row level security;
create policy own_rows on transfers.late_change for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on transfers.late_change for select to pg_database_owner
  using true;
create policy sweep on transfers.late_change for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on transfers.late_change to vitaran_app;

create table transfers.maker (
  merchant_id uuid not null,
  transfer_id uuid not null,
  member_id uuid not null,
  constraint made_by_one_member PRIMARY KEY (merchant_id, transfer_id)
);
create index transfer_of_maker ON transfers.maker USING btree (merchant_id, member_id, transfer_id);
alter table transfers.maker enable row level security, force row level security;
create policy own_rows on transfers.maker for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on transfers.maker for select to pg_database_owner
  using true;
create policy sweep on transfers.maker for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on transfers.maker to vitaran_app;

create table transfers.sender (
  sender_id uuid not null,
  seen_at timestamp with time zone not null default clock_timestamp(),
  constraint sender_pkey PRIMARY KEY (sender_id)
);
grant delete, insert, select, update on transfers.sender to vitaran_app;

create table transfers.sent_block (
  merchant_id uuid not null,
  bank_id text not null,
  block_id text not null,
  message_id text not null,
  payment_references text[] not null,
  repeats boolean not null,
  sent_at timestamp with time zone not null,
  constraint sent_block_once PRIMARY KEY (merchant_id, bank_id, block_id),
  constraint sent_block_holds_payments CHECK (cardinality(payment_references) > 0)
);
create index sent_block_of_message ON transfers.sent_block USING btree (merchant_id, bank_id, message_id);
create index sent_block_repeats ON transfers.sent_block USING btree (merchant_id, bank_id) WHERE repeats;
alter table transfers.sent_block enable row level security, force row level security;
create policy own_rows on transfers.sent_block for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on transfers.sent_block for select to pg_database_owner
  using true;
create policy sweep on transfers.sent_block for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on transfers.sent_block to vitaran_app;

create table transfers.shared_facts (
  only_row boolean not null default true,
  version bigint not null default 0,
  constraint shared_facts_pkey PRIMARY KEY (only_row),
  constraint there_is_one_row CHECK (only_row)
);
grant insert, select, update on transfers.shared_facts to vitaran_app;

create table transfers.step (
  merchant_id uuid not null,
  transfer_id uuid not null,
  step smallint not null,
  from_status text not null,
  to_status text not null,
  because text not null,
  at timestamp with time zone not null,
  constraint step_taken_once PRIMARY KEY (merchant_id, transfer_id, step),
  constraint step_is_a_legal_move CHECK (transfers.is_legal_move(from_status, to_status))
);
alter table transfers.step enable row level security, force row level security;
create policy own_rows on transfers.step for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on transfers.step for select to pg_database_owner
  using true;
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
  ask_at timestamp with time zone,
  constraint stray_news_once PRIMARY KEY (merchant_id, bank_id, reference, fact_key)
);
create index stray_news_unmatched ON transfers.stray_news USING btree (merchant_id, arrived_at) WHERE (matched_at IS NULL);
alter table transfers.stray_news enable row level security, force row level security;
create policy own_rows on transfers.stray_news for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on transfers.stray_news for select to pg_database_owner
  using true;
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
  failed_because text,
  asynchronous boolean not null default false,
  reserve_paise integer not null default 0,
  released_at timestamp with time zone,
  held_in_approval boolean,
  constraint transfer_id_once PRIMARY KEY (merchant_id, transfer_id),
  constraint reference_id_once UNIQUE (merchant_id, reference_id),
  constraint transfer_key_once UNIQUE (merchant_id, transfer_key),
  constraint a_reserve_is_not_negative CHECK (reserve_paise >= 0),
  constraint amounts_make_sense CHECK (amount_paise > 0 AND fee_paise >= 0 AND tax_paise >= 0),
  constraint an_origin_has_kind_and_id CHECK ((origin_kind IS NULL) = (origin_id IS NULL)),
  constraint only_waiting_has_a_reason_to_wait CHECK ((status = 'waiting'::text) = (waiting_for IS NOT NULL)),
  constraint only_what_awaits_approval_is_held_in_it CHECK (held_in_approval IS NOT TRUE OR status = 'awaiting_approval'::text),
  constraint reason_to_wait_is_known CHECK (transfers.is_reason_to_wait(waiting_for)),
  constraint sent_means_a_bank_and_an_attempt CHECK (transfers.has_its_bank(status, bank_no, attempt)),
  constraint status_is_known CHECK (transfers.is_status(status))
);
alter table transfers.transfer set (fillfactor=50);
create index transfer_by_amount ON transfers.transfer USING btree (merchant_id, amount_paise, reference_id);
create index transfer_by_release ON transfers.transfer USING btree (merchant_id, released_at) WHERE (released_at IS NOT NULL);
create index transfer_due ON transfers.transfer USING btree (merchant_id, due_at) WHERE (due_at IS NOT NULL);
create index transfer_not_paid ON transfers.transfer USING btree (merchant_id, reference_id, reason) WHERE (reason IS NOT NULL);
create index transfer_of_origin ON transfers.transfer USING btree (merchant_id, origin_id) WHERE (origin_id IS NOT NULL);
create index transfer_of_payee ON transfers.transfer USING btree (merchant_id, beneficiary_id, reference_id);
create index transfer_of_way ON transfers.transfer USING btree (merchant_id, reference_id, origin_kind) WHERE (origin_kind IS NOT NULL);
create index transfer_queue ON transfers.transfer USING btree (merchant_id, source_no, priority DESC, reference_id) WHERE (waiting_for = 'funds'::text);
create index transfer_ways ON transfers.transfer USING brin (mode text_bloom_ops (n_distinct_per_range='16'), rail text_bloom_ops (n_distinct_per_range='16'), fund_source_id text_bloom_ops (n_distinct_per_range='32')) WITH (pages_per_range='32', autosummarize='on');
alter table transfers.transfer enable row level security, force row level security;
create policy own_rows on transfers.transfer for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on transfers.transfer for select to pg_database_owner
  using true;
create policy sweep on transfers.transfer for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on transfers.transfer to vitaran_app;

create table transfers.untold (
  merchant_id uuid not null,
  transfer_id uuid not null,
  status_before text not null,
  because text not null,
  tries integer not null default 1,
  due_at timestamp with time zone,
  constraint untold_once PRIMARY KEY (merchant_id, transfer_id)
);
create index untold_due ON transfers.untold USING btree (merchant_id, due_at) WHERE (due_at IS NOT NULL);
alter table transfers.untold enable row level security, force row level security;
create policy own_rows on transfers.untold for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on transfers.untold for select to pg_database_owner
  using true;
create policy sweep on transfers.untold for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on transfers.untold to vitaran_app;

create table transfers.watched (
  merchant_id uuid not null,
  reference_id bigint not null,
  constraint watched_pkey PRIMARY KEY (merchant_id)
);
alter table transfers.watched enable row level security, force row level security;
create policy own_rows on transfers.watched for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on transfers.watched for select to pg_database_owner
  using true;
create policy sweep on transfers.watched for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select, update on transfers.watched to vitaran_app;

-- views -----------------------------------------------------------------------------------------------

create schema views;
grant usage on schema views to vitaran_app;

create table views.saved_view (
  merchant_id uuid not null,
  view_id uuid not null,
  list text not null,
  name text not null,
  query text not null,
  member_id uuid not null,
  shared boolean not null,
  saved_at timestamp with time zone not null,
  constraint view_saved_once PRIMARY KEY (merchant_id, view_id),
  constraint list_is_known CHECK (list = ANY (ARRAY['transfers'::text, 'reversed'::text])),
  constraint view_has_a_name CHECK (length(name) >= 1 AND length(name) <= 60),
  constraint view_query_is_short CHECK (length(query) <= 6000)
);
create unique index view_name_once_per_member ON views.saved_view USING btree (merchant_id, list, member_id, name);
alter table views.saved_view enable row level security, force row level security;
create policy own_rows on views.saved_view for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on views.saved_view for select to pg_database_owner
  using true;
create policy sweep on views.saved_view for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant delete, insert, select, update on views.saved_view to vitaran_app;

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
  constraint excerpt_is_short CHECK (octet_length(last_excerpt) <= 1500),
  constraint finished_has_a_moment CHECK ((status = 'pending'::text) = (finished_at IS NULL)),
  constraint pending_is_due CHECK ((status = 'pending'::text) = (due_at IS NOT NULL)),
  constraint status_is_known CHECK (status = ANY (ARRAY['pending'::text, 'delivered'::text, 'dead'::text])),
  constraint tries_are_counted CHECK (tries >= 0)
);
alter table webhooks.delivery set (autovacuum_vacuum_scale_factor=0.02);
create index delivery_due ON webhooks.delivery USING btree (merchant_id, endpoint_id, due_at) WHERE (status = 'pending'::text);
create index delivery_given_up ON webhooks.delivery USING btree (merchant_id, delivery_id) WHERE (status = 'dead'::text);
alter table webhooks.delivery enable row level security, force row level security;
create policy own_rows on webhooks.delivery for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on webhooks.delivery for select to pg_database_owner
  using true;
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
  listened_at timestamp with time zone,
  constraint endpoint_made_once PRIMARY KEY (merchant_id, endpoint_id),
  constraint disabled_for_a_reason CHECK ((status = 'disabled'::text) = (disabled_because IS NOT NULL)),
  constraint failing_has_a_beginning CHECK ((consecutive_failures = 0) = (failing_since IS NULL)),
  constraint format_is_known CHECK (format = ANY (ARRAY['classic_form'::text, 'classic_json'::text, 'standard'::text, 'v2'::text])),
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
create policy owner_sees on webhooks.endpoint for select to pg_database_owner
  using true;
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
  sealed_v2 bytea,
  constraint event_published_once PRIMARY KEY (merchant_id, subject_id, seq),
  constraint seq_begins_at_one CHECK (seq >= 1)
);
alter table webhooks.event set (autovacuum_vacuum_scale_factor=0.02);
create index event_notable ON webhooks.event USING btree (merchant_id, at, subject_id, seq) WHERE (type = ANY (ARRAY['TRANSFER_FAILED'::text, 'TRANSFER_REJECTED'::text, 'TRANSFER_REVERSED'::text, 'TRANSFER_PAID_LATE'::text, 'TRANSFER_PAID_LATE_RETURNED'::text, 'BULK_TRANSFER_REJECTED'::text, 'CREDIT_CONFIRMATION'::text, 'LOW_BALANCE_ALERT'::text, 'BENEFICIARY_INCIDENT'::text, 'FUND_SOURCE_INCIDENT'::text, 'CASHGRAM_REDEEMED'::text, 'CASHGRAM_TRANSFER_REVERSAL'::text, 'CASHGRAM_EXPIRED'::text]));
create index event_pending ON webhooks.event USING btree (merchant_id, at) WHERE pending;
create index event_time ON webhooks.event USING brin (merchant_id, at timestamptz_minmax_multi_ops) WITH (pages_per_range='32', autosummarize='on');
alter table webhooks.event enable row level security, force row level security;
create policy own_rows on webhooks.event for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on webhooks.event for select to pg_database_owner
  using true;
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
  constraint excerpt_is_short CHECK (octet_length(excerpt) <= 1500),
  constraint try_of_a_delivery FOREIGN KEY (merchant_id, delivery_id) REFERENCES webhooks.delivery(merchant_id, delivery_id)
);
alter table webhooks.try enable row level security, force row level security;
create policy own_rows on webhooks.try for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on webhooks.try for select to pg_database_owner
  using true;
create policy sweep on webhooks.try for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on webhooks.try to vitaran_app;
grant update (excerpt) on webhooks.try to vitaran_app;

create view webhooks.notable_event with (security_invoker=true) as
 SELECT merchant_id,
    subject_id,
    seq,
    at,
    type,
    data
   FROM webhooks.event
  WHERE type = ANY (ARRAY['TRANSFER_FAILED'::text, 'TRANSFER_REJECTED'::text, 'TRANSFER_REVERSED'::text, 'TRANSFER_PAID_LATE'::text, 'TRANSFER_PAID_LATE_RETURNED'::text, 'BULK_TRANSFER_REJECTED'::text, 'CREDIT_CONFIRMATION'::text, 'LOW_BALANCE_ALERT'::text, 'BENEFICIARY_INCIDENT'::text, 'FUND_SOURCE_INCIDENT'::text, 'CASHGRAM_REDEEMED'::text, 'CASHGRAM_TRANSFER_REVERSAL'::text, 'CASHGRAM_EXPIRED'::text]);

-- withdrawals -----------------------------------------------------------------------------------------

create schema withdrawals;
grant usage on schema withdrawals to vitaran_app;

create table withdrawals.refund (
  merchant_id uuid not null,
  top_up_id uuid not null,
  amount_paise bigint not null,
  status text not null default 'waiting'::text,
  tries smallint not null default 0,
  reason text,
  utr text,
  due_at timestamp with time zone,
  lease_id uuid,
  leased_until timestamp with time zone,
  refund_by timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint refund_once PRIMARY KEY (merchant_id, top_up_id),
  constraint a_lease_has_an_end CHECK ((lease_id IS NULL) = (leased_until IS NULL)),
  constraint amount_is_positive CHECK (amount_paise > 0),
  constraint due_is_what_waits CHECK ((status = 'waiting'::text) = (due_at IS NOT NULL)),
  constraint finished_has_a_moment CHECK ((status = ANY (ARRAY['paid'::text, 'credited'::text])) = (finished_at IS NOT NULL)),
  constraint status_is_known CHECK (status = ANY (ARRAY['waiting'::text, 'processing'::text, 'paid'::text, 'stuck'::text, 'credited'::text])),
  constraint tries_are_counted CHECK (tries >= 0),
  constraint refund_of_a_top_up FOREIGN KEY (merchant_id, top_up_id) REFERENCES fund_sources.top_up(merchant_id, top_up_id)
);
create index refund_due ON withdrawals.refund USING btree (merchant_id, due_at) WHERE (due_at IS NOT NULL);
alter table withdrawals.refund enable row level security, force row level security;
create policy own_rows on withdrawals.refund for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on withdrawals.refund for select to pg_database_owner
  using true;
create policy sweep on withdrawals.refund for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on withdrawals.refund to vitaran_app;
grant update (due_at, finished_at, lease_id, leased_until, reason, status, tries, utr) on withdrawals.refund to vitaran_app;

create table withdrawals.withdrawal (
  merchant_id uuid not null,
  withdrawal_id uuid not null,
  withdrawal_key text not null,
  fund_source_id text not null,
  amount_paise bigint not null,
  remarks text not null,
  account_version integer not null,
  day date not null,
  place smallint not null,
  status text not null default 'waiting'::text,
  reason text,
  utr text,
  transfer_key text not null,
  due_at timestamp with time zone,
  lease_id uuid,
  leased_until timestamp with time zone,
  made_at timestamp with time zone not null,
  made_by text not null,
  finished_at timestamp with time zone,
  constraint withdrawal_once PRIMARY KEY (merchant_id, withdrawal_id),
  constraint three_withdrawals_a_day UNIQUE (merchant_id, day, place),
  constraint withdrawal_has_its_transfer UNIQUE (merchant_id, transfer_key),
  constraint withdrawal_key_once UNIQUE (merchant_id, withdrawal_key),
  constraint a_lease_has_an_end CHECK ((lease_id IS NULL) = (leased_until IS NULL)),
  constraint amount_is_positive CHECK (amount_paise > 0),
  constraint due_is_what_waits_or_goes_back CHECK (
CASE
    WHEN status = 'waiting'::text THEN due_at IS NOT NULL
    WHEN status = ANY (ARRAY['processing'::text, 'paid'::text]) THEN due_at IS NULL
    ELSE true
END),
  constraint finished_has_a_moment CHECK ((status = ANY (ARRAY['waiting'::text, 'processing'::text])) = (finished_at IS NULL)),
  constraint place_is_one_of_three CHECK (place >= 1 AND place <= 3),
  constraint status_is_known CHECK (status = ANY (ARRAY['waiting'::text, 'processing'::text, 'paid'::text, 'failed'::text, 'returned'::text])),
  constraint comes_from_a_fund_source FOREIGN KEY (merchant_id, fund_source_id) REFERENCES fund_sources.fund_source(merchant_id, fund_source_id),
  constraint goes_to_a_registered_account FOREIGN KEY (merchant_id, account_version) REFERENCES fund_sources.registered_account(merchant_id, version)
);
create index withdrawal_due ON withdrawals.withdrawal USING btree (merchant_id, due_at) WHERE (due_at IS NOT NULL);
create index withdrawal_open ON withdrawals.withdrawal USING btree (merchant_id) WHERE ((status = ANY (ARRAY['waiting'::text, 'processing'::text])) OR (due_at IS NOT NULL));
alter table withdrawals.withdrawal enable row level security, force row level security;
create policy own_rows on withdrawals.withdrawal for all to vitaran_app
  using (merchant_id = ( SELECT lib.current_merchant() AS current_merchant))
  with check (merchant_id = ( SELECT lib.current_merchant() AS current_merchant));
create policy owner_sees on withdrawals.withdrawal for select to pg_database_owner
  using true;
create policy sweep on withdrawals.withdrawal for select to vitaran_app
  using (( SELECT current_setting('app.sweep'::text, true) AS current_setting) = 'on'::text);
grant insert, select on withdrawals.withdrawal to vitaran_app;
grant update (due_at, finished_at, lease_id, leased_until, reason, status, utr) on withdrawals.withdrawal to vitaran_app;

create view withdrawals.made_withdrawal with (security_invoker=true) as
 SELECT merchant_id,
    withdrawal_id,
    made_by AS maker
   FROM withdrawals.withdrawal;
