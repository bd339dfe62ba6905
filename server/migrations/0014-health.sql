-- Incidents: when a beneficiary's bank could not be paid to, from what banks announce and from live traffic.
create schema health;
grant usage on schema health to vitaran_app;

-- What is known of the real banks is true for the whole installation. What traffic shows at least two merchants met,
-- where more than one pays. Incidents are of our own banks too: those that fund sources pay by. Any rail may be down
-- there.
create table health.outage (
  outage_id uuid primary key,
  outage_no integer not null,
  -- The number of its last change among the changes of all outages.
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
  opened_at timestamptz not null,
  started_at timestamptz not null,
  -- Planned, for a scheduled one.
  ends_at timestamptz,
  resolved_at timestamptz,
  resolved_by text,
  constraint outage_number_once unique (outage_no),
  constraint outage_entity_is_known check (entity in ('bank', 'handle', 'our_bank')),
  constraint outage_mode_is_known check (
    mode in ('imps', 'neft', 'rtgs', 'upi')
    or (entity = 'our_bank' and mode in ('paytm', 'amazonpay', 'card'))
  ),
  constraint outage_severity_is_known check (severity in ('low', 'high')),
  constraint outage_source_is_known check (source in ('notice', 'traffic')),
  constraint outage_status_is_known check (status in ('open', 'resolved', 'cancelled')),
  constraint outage_scheduled_has_an_end check (scheduled = (ends_at is not null)),
  constraint outage_takes_some_time check (ends_at > started_at),
  constraint outage_over_has_a_moment check (
    (status = 'open') = (resolved_at is null)
    and (resolved_at is null) = (resolved_by is null)
  )
);
select lib.open_directory('health.outage');

-- Live traffic opens one at a time.
create unique index outage_seen_once on health.outage (entity, entity_code, mode)
where source = 'traffic' and status = 'open';
create index outage_change on health.outage (revision);

-- One row: whoever changes an outage holds it, so that revisions are committed in their order.
create table health.feed (
  feed smallint primary key default 1,
  revision bigint not null default 0,
  last_outage_no integer not null default 0,
  constraint feed_is_one_row check (feed = 1)
);
select lib.open_directory('health.feed');
insert into health.feed default values;

-- How far a merchant has been told of outages, and the number of its last own incident (a sandbox merchant's).
create table health.counter (
  merchant_id uuid not null primary key,
  told_revision bigint not null default 0,
  last_incident_no integer not null default 0
);
select lib.protect('health.counter');

-- An incident as one merchant is told of it, by the merchant's clock: of a live merchant the copy of an outage, of a
-- sandbox merchant its own, for each has simulated banks and a time to itself.
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
  started_at timestamptz not null,
  ends_at timestamptz,
  resolved_at timestamptz,
  resolved_by text,
  -- When it begins or ends by itself; null: it does not.
  due_at timestamptz,
  -- Webhooks of it so far.
  events smallint not null default 0,
  constraint incident_once primary key (merchant_id, incident_id),
  constraint incident_number_once unique (merchant_id, incident_no),
  constraint incident_entity_is_known check (
    entity in ('bank', 'handle', 'our_bank')
  ),
  constraint incident_mode_is_known check (
    mode in ('imps', 'neft', 'rtgs', 'upi')
    or (entity = 'our_bank' and mode in ('paytm', 'amazonpay', 'card'))
  ),
  constraint incident_severity_is_known check (severity in ('low', 'high')),
  constraint incident_source_is_known check (source in ('notice', 'traffic')),
  constraint incident_status_is_known check (status in ('planned', 'active', 'resolved', 'cancelled')),
  constraint incident_scheduled_has_an_end check (scheduled = (ends_at is not null)),
  constraint incident_takes_some_time check (ends_at > started_at and resolved_at >= started_at),
  constraint incident_over_has_a_moment check (
    (status = 'resolved') = (resolved_at is not null)
    and (resolved_at is null) = (resolved_by is null)
  ),
  constraint incident_planned_is_due check (
    case status
      when 'planned' then scheduled and due_at = started_at and events = 0
      when 'active' then due_at is not distinct from ends_at and events > 0
      else due_at is null
    end
  )
);
-- What was announced stays; only what became of it changes.
select lib.protect_append_only('health.incident');
grant update (severity, status, resolved_at, resolved_by, due_at, events) on health.incident to vitaran_app;
create index incident_due on health.incident (merchant_id, due_at) where due_at is not null;
create index incident_time on health.incident (merchant_id, started_at);
create unique index incident_seen_once on health.incident (merchant_id, entity, entity_code, mode)
where source = 'traffic' and status = 'active';

-- Routing reads by each transfer which payees' banks are down now: few of all incidents that ever were.
create index incident_of_now on health.incident (merchant_id)
  where status = 'active' and severity = 'high';

-- The health of our own banks, as their answers show it. Of a sandbox merchant, whose simulated banks are its own; and
-- of the real banks, which are the same for every live merchant.

-- What is remembered of the answers, by bank and rail. Whoever changes it holds the row.
create table health.bank_watch (
  merchant_id uuid not null primary key,
  estimates jsonb not null default '{}',
  snapshot_no integer not null default 0,
  -- When time alone changes something next, by the merchant's clock; null: nothing.
  due_at timestamptz
);
select lib.protect('health.bank_watch');
create index bank_watch_due on health.bank_watch (merchant_id, due_at) where due_at is not null;

create table health.live_bank_watch (
  scope uuid not null primary key,
  estimates jsonb not null default '{}',
  snapshot_no integer not null default 0,
  due_at timestamptz
);
grant select, insert, update on health.live_bank_watch to vitaran_app;

-- What routing reads. Decisions name it by its number, so it is never changed.
create table health.bank_snapshot (
  merchant_id uuid not null,
  snapshot_no integer not null,
  snapshot jsonb not null,
  at timestamptz not null,
  constraint bank_snapshot_once primary key (merchant_id, snapshot_no),
  constraint bank_snapshots_count_from_one check (snapshot_no > 0)
);
select lib.protect_append_only('health.bank_snapshot');

create table health.live_bank_snapshot (
  scope uuid not null,
  snapshot_no integer not null,
  snapshot jsonb not null,
  at timestamptz not null,
  constraint live_bank_snapshot_once primary key (scope, snapshot_no),
  constraint live_bank_snapshots_count_from_one check (snapshot_no > 0)
);
grant select, insert on health.live_bank_snapshot to vitaran_app;

-- How many transfers went by a bank since it began to be probed, or to recover.
create table health.bank_place (
  merchant_id uuid not null,
  bank_key text not null,
  since timestamptz not null,
  taken integer not null,
  constraint bank_place_once primary key (merchant_id, bank_key),
  constraint places_taken_are_counted check (taken >= 0)
);
select lib.protect('health.bank_place');

create table health.live_bank_place (
  scope uuid not null,
  bank_key text not null,
  since timestamptz not null,
  taken integer not null,
  constraint live_bank_place_once primary key (scope, bank_key),
  constraint live_places_taken_are_counted check (taken >= 0)
);
grant select, insert, update on health.live_bank_place to vitaran_app;
