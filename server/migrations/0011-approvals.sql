-- Nobody acts alone where a merchant says so: policies of who must agree, requests for it, and the decisions.
create schema approvals;
grant usage on schema approvals to vitaran_app;

-- The newest version of a merchant's policies for one kind of subject. A release holds this row while it judges by it,
-- so a change of the policies comes wholly before or wholly after.
create table approvals.policy_set (
  merchant_id uuid not null,
  subject_kind text not null,
  version integer not null,
  -- Whether there is any policy: all that accepting an order needs to know of most merchants.
  in_force boolean not null,
  expire_after_minutes integer not null,
  set_at timestamptz not null,
  set_by text not null,
  -- A policy for transfers applies to every channel, except those that the merchant exempts by name.
  except_ways text[] not null default '{}',
  constraint policy_set_once primary key (merchant_id, subject_kind),
  constraint subject_kind_is_known check (
    subject_kind in ('transfer', 'batch', 'beneficiary', 'key_reset', 'limit', 'rights', 'policy', 'credit')
  ),
  constraint version_counts_from_one check (version >= 1),
  constraint requests_last_a_minute_to_a_year check (expire_after_minutes between 1 and 527040),
  constraint exceptions_are_known_ways check (
    except_ways <@ array['v1', 'v1.1', 'phone', 'card', 'link', 'loan', 'batch_call', 'batch_file']
  ),
  constraint only_transfers_have_exceptions check (subject_kind = 'transfer' or except_ways = '{}')
);
select lib.protect('approvals.policy_set');

-- All versions. Of the policies of a version the first whose conditions hold says who must agree; null: any.
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
  constraint policy_once primary key (merchant_id, subject_kind, version, place),
  constraint policy_of_a_set foreign key (merchant_id, subject_kind)
    references approvals.policy_set (merchant_id, subject_kind),
  constraint policy_has_a_name check (name <> ''),
  constraint amounts_are_a_range check (from_paise >= 0 and to_paise >= coalesce(from_paise, 0)),
  constraint creators_are_known check (creators <@ array['api', 'member', 'batch']),
  constraint levels_are_a_short_list check (jsonb_typeof(levels) = 'array' and jsonb_array_length(levels) <= 5)
);
select lib.protect_append_only('approvals.policy');

-- A request for the agreement of others. Besides payments, batches and beneficiaries it can be about rights of members
-- and roles, the policies themselves, and credits of bank statements that become spendable on a person's word.
create table approvals.request (
  merchant_id uuid not null,
  request_id uuid not null,
  subject_kind text not null,
  -- The subject's id in the module that owns it.
  subject_id text not null,
  -- Of all that is asked for. Whoever decides says which content was seen.
  content_hash bytea not null,
  -- Grows with each change of the content; decisions about an earlier one count no more.
  revision integer not null default 1,
  maker text not null,
  -- Members who made it or changed it since: none of them decides about it.
  maker_ids uuid[] not null,
  amount_paise bigint,
  rail text,
  fund_source_id text,
  creator text not null,
  -- What is to be done once it is approved, where the subject itself does not say so. Never a secret.
  proposal jsonb,
  -- The policy as it was when the request was opened: it can become stricter, never less strict.
  policy_name text not null,
  policy_version integer not null,
  levels jsonb not null,
  status text not null default 'pending',
  level smallint not null default 1,
  opened_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_by text,
  remarks text not null default '',
  -- Whose approvals were counted.
  approver_ids uuid[],
  -- When what was approved was done, for subjects that are released later than they are approved.
  released_at timestamptz,
  -- Where no other person could decide: from then on it is done as if one had agreed.
  alone_until timestamptz,
  -- What was ordered before it, as the policies saw it.
  sums jsonb,
  -- Of a request by a key pair: whom the secret was shown to that it was ordered with. That member does not approve it.
  secret_shown_to uuid,
  constraint request_once primary key (merchant_id, request_id),
  constraint subject_kind_is_known check (
    subject_kind in ('transfer', 'batch', 'beneficiary', 'key_reset', 'limit', 'rights', 'policy', 'credit')
  ),
  constraint status_is_known check (status in ('pending', 'approved', 'rejected', 'withdrawn', 'expired')),
  constraint creator_is_known check (creator in ('api', 'member', 'batch')),
  constraint content_is_hashed check (octet_length(content_hash) between 16 and 64),
  constraint revision_counts_from_one check (revision >= 1),
  constraint somebody_must_agree check (jsonb_typeof(levels) = 'array' and jsonb_array_length(levels) between 1 and 5),
  constraint an_end_has_its_time_and_its_cause check (
    (status = 'pending') = (ended_at is null) and (ended_at is null) = (ended_by is null)
  ),
  constraint approved_by_somebody check (
    (status = 'approved') = (approver_ids is not null)
    and coalesce(cardinality(approver_ids) > 0 or alone_until is not null, true)
  ),
  constraint nobody_approves_their_own check (not coalesce(approver_ids && maker_ids, false)),
  constraint only_what_is_approved_is_released check (released_at is null or status = 'approved')
) with (fillfactor = 70);
-- Of a request its subject, its time and where it came from never change.
select lib.protect_append_only('approvals.request');
grant update (
  content_hash, revision, maker_ids, amount_paise, rail, fund_source_id, proposal, levels, policy_name,
  policy_version, status, level, ended_at, ended_by, remarks, approver_ids, released_at, alone_until,
  sums
) on approvals.request to vitaran_app;
create unique index one_open_request_per_subject on approvals.request (merchant_id, subject_kind, subject_id)
where status = 'pending';
create index request_by_subject on approvals.request (merchant_id, subject_kind, subject_id, request_id);
create index request_by_deadline on approvals.request (merchant_id, expires_at, request_id)
where status = 'pending';

-- What was decided, the newest first.
create index request_by_end on approvals.request (merchant_id, ended_at, request_id) where ended_at is not null;
create index request_alone on approvals.request (merchant_id, alone_until)
where status = 'pending' and alone_until is not null;

create table approvals.decision (
  merchant_id uuid not null,
  request_id uuid not null,
  revision integer not null,
  member_id uuid not null,
  verdict text not null,
  -- Of what the member saw.
  content_hash bytea not null,
  -- The request's at that moment.
  maker_ids uuid[] not null,
  remarks text not null,
  decided_at timestamptz not null,
  constraint member_decides_once primary key (merchant_id, request_id, revision, member_id),
  constraint decision_of_a_request foreign key (merchant_id, request_id)
    references approvals.request (merchant_id, request_id),
  constraint nobody_decides_about_their_own check (member_id <> all (maker_ids)),
  constraint verdict_is_known check (verdict in ('approve', 'reject'))
);
select lib.protect_append_only('approvals.decision');

-- Policies for amounts count the last 24 hours: what was ordered for a payee and by a maker, so that parts add up.
create table approvals.counted (
  merchant_id uuid not null,
  -- payee:<index of what is paid>, or maker:<actor>.
  subject text not null,
  at timestamptz not null,
  transfer_id uuid not null,
  paise bigint not null,
  -- How many had to approve it.
  approvers smallint not null,
  -- Which approvals it had or waited for (members, permissions, perhaps names): policies count what was not approved as
  -- they ask, and not only by fewer members. Null: none.
  approvals jsonb,
  -- For when it was scheduled: policies count what is paid in the same 24 hours too, since orders of several days may
  -- be scheduled for one day. Null: it was to be paid at once.
  pays_at timestamptz,
  constraint counted_once primary key (merchant_id, subject, at, transfer_id),
  constraint counted_amounts_make_sense check (paise > 0 and approvers >= 0)
);
select lib.protect_append_only('approvals.counted');
create index counted_scheduled on approvals.counted (merchant_id, subject, pays_at) where pays_at is not null;

-- What protects money is tightened by one member at once and loosened by two. Each step that a member takes alone is
-- kept for a week with the state before it: an Owner gives that state back at once, so that no member locks others out.
create table approvals.tightened (
  merchant_id uuid not null,
  tightened_id uuid not null,
  -- What was tightened, such as a risk rule: `rule:` and its id.
  subject text not null,
  at timestamptz not null,
  member_id uuid not null,
  -- The states as the module that keeps the subject writes them.
  before jsonb not null,
  after jsonb not null,
  -- Steps at once begin in another order than they take effect in. A step gets its number while its subject is held, so
  -- the numbers of a subject's steps are in the order of their effects.
  nth bigint generated always as identity,
  constraint tightened_once primary key (merchant_id, tightened_id)
);
select lib.protect('approvals.tightened');
grant delete on approvals.tightened to vitaran_app;
create index tightened_by_subject on approvals.tightened (merchant_id, subject, at);
create index tightened_in_order on approvals.tightened (merchant_id, subject, nth);
