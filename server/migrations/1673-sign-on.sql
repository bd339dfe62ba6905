-- Log-in by an organization's OpenID provider. These are directory tables: they are read before it is known which
-- member, and so which merchant, is meant.
create schema sign_on;
grant usage on schema sign_on to vitaran_app;

-- A row never changes but in its state: what was tested and approved is what is in force.
create table sign_on.provider (
  provider_id uuid primary key,
  organization_id uuid not null references access.organization (organization_id),
  issuer text not null,
  client_id text not null,
  sealed_secret bytea not null,
  domains text[] not null,
  is_required boolean not null,
  -- The Owner who may log in without the provider, if it is required.
  emergency_member_id uuid,
  -- The claim from which roles come and its values with their roles; null if the provider adds no members.
  joins jsonb,
  -- The Owner who connected it; null for the operator.
  made_by uuid,
  state text not null default 'tested',
  -- A second person or the operator has agreed. Otherwise it counts only until the first live merchant opens.
  is_for_live boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  constraint provider_state_is_known check (state in ('tested', 'in_force', 'ended')),
  constraint required_provider_leaves_one_owner check (not is_required or emergency_member_id is not null)
);
create unique index provider_in_force_once on sign_on.provider (organization_id) where state = 'in_force';
select lib.open_directory('sign_on.provider');
grant delete on sign_on.provider to vitaran_app;

-- The log-in page finds a provider by the domain of an address, so a domain has one at most.
create table sign_on.domain (
  domain text not null,
  provider_id uuid not null references sign_on.provider (provider_id),
  constraint domain_once primary key (domain)
);
select lib.open_directory('sign_on.domain');
grant delete on sign_on.domain to vitaran_app;

-- Whom a provider means by a subject. Addresses may change hands at the provider, subjects do not.
create table sign_on.identity (
  organization_id uuid not null,
  issuer text not null,
  subject text not null,
  member_id uuid not null references access.member (member_id),
  -- The member was added by the provider, so its role follows the claim.
  follows_claims boolean not null,
  -- The role that a claim gave last: a built-in one by its key, or a custom one by its ID.
  claimed_role text,
  linked_at timestamptz not null default clock_timestamp(),
  constraint identity_once primary key (organization_id, issuer, subject),
  constraint identity_of_one_member unique (member_id, issuer)
);
select lib.open_directory('sign_on.identity');
grant delete on sign_on.identity to vitaran_app;
