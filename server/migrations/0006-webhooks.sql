-- What happened to a merchant's transfers and money, and its delivery to the addresses the merchant gave.
create schema webhooks;
grant usage on schema webhooks to vitaran_app;

-- Where a merchant wants its webhooks sent.
create table webhooks.endpoint (
  merchant_id uuid not null,
  endpoint_id uuid not null,
  url text not null,
  format text not null,
  -- null: all of them
  event_types text[],
  -- The Standard Webhooks key (whsec_...), sealed for this endpoint and version; gone with the endpoint.
  sealed_secret bytea,
  secret_version integer not null default 1,
  -- The key before it (version - 1), which signs as well until the given moment.
  previous_sealed_secret bytea,
  previous_secret_until timestamptz,
  status text not null default 'enabled',
  disabled_because text,
  disabled_at timestamptz,
  -- Failed tries since the last success, and when the first of them was.
  consecutive_failures integer not null default 0,
  failing_since timestamptz,
  created_at timestamptz not null,
  -- Set for listeners only: when it last asked, by the clock of the database and not by the merchant's. A listener is a
  -- program on a developer's computer, which the server cannot reach: it takes its webhooks by calls of its own.
  listened_at timestamptz,
  constraint endpoint_made_once primary key (merchant_id, endpoint_id),
  constraint format_is_known check (format in ('classic_form', 'classic_json', 'standard', 'v2')),
  constraint status_is_known check (status in ('enabled', 'disabled', 'removed')),
  constraint disabled_for_a_reason check ((status = 'disabled') = (disabled_because is not null)),
  constraint reason_is_known check (disabled_because in ('gone', 'failing', 'merchant')),
  constraint key_lives_as_long_as_the_endpoint check ((status = 'removed') = (sealed_secret is null)),
  constraint previous_key_ends check ((previous_sealed_secret is null) = (previous_secret_until is null)),
  constraint failing_has_a_beginning check ((consecutive_failures = 0) = (failing_since is null)),
  constraint some_event_type_is_wanted check (event_types is null or cardinality(event_types) > 0)
) with (fillfactor = 50);
select lib.protect('webhooks.endpoint');
create unique index endpoint_address_once
on webhooks.endpoint (merchant_id, url, format)
where status <> 'removed';

-- The outbox. One row per event on the money path, so it is as thin as it can be: no id beside the subject
-- and its sequence number (which make the webhook-id), no body (rendered at the first try), one index beside
-- the key.
create table webhooks.event (
  merchant_id uuid not null,
  subject_id uuid not null,
  at timestamptz not null,
  seq integer not null,
  -- Not yet turned into deliveries; false from the start when nobody listens.
  pending boolean not null,
  type text not null,
  -- The fields of the webhook: given by the publisher, or frozen here when a first try has failed.
  data jsonb,
  -- What v2 endpoints are told beside that, frozen likewise and sealed: it names the beneficiary's account.
  sealed_v2 bytea,
  constraint event_published_once primary key (merchant_id, subject_id, seq),
  constraint seq_begins_at_one check (seq >= 1)
) with (autovacuum_vacuum_scale_factor = 0.02);
select lib.protect('webhooks.event');
create index event_pending on webhooks.event (merchant_id, at) where pending;

-- For replay by range. Rows come nearly in order of time, so a summary of each few pages is enough, and an
-- insert pays nothing for it; several ranges per summary keep test clocks that were moved ahead from blurring
-- it.
create index event_time on webhooks.event
using brin (merchant_id, at timestamptz_minmax_multi_ops) with (pages_per_range = 32, autosummarize = on);
select brin_desummarize_range('webhooks.event_time', 0);

-- The condition must be that of the view notable_event, word for word, or the view does not find the index.
create index event_notable on webhooks.event (merchant_id, at, subject_id, seq)
where type in (
  'TRANSFER_FAILED', 'TRANSFER_REJECTED', 'TRANSFER_REVERSED', 'TRANSFER_PAID_LATE', 'TRANSFER_PAID_LATE_RETURNED',
  'BULK_TRANSFER_REJECTED', 'CREDIT_CONFIRMATION', 'LOW_BALANCE_ALERT', 'BENEFICIARY_INCIDENT', 'FUND_SOURCE_INCIDENT',
  'CASHGRAM_REDEEMED', 'CASHGRAM_TRANSFER_REVERSAL', 'CASHGRAM_EXPIRED'
);

-- One event on its way to one endpoint.
create table webhooks.delivery (
  merchant_id uuid not null,
  delivery_id uuid not null,
  endpoint_id uuid not null,
  subject_id uuid not null,
  created_at timestamptz not null,
  -- When the next try may begin; a worker that has taken the delivery moves it ahead, as its lease.
  due_at timestamptz,
  finished_at timestamptz,
  seq integer not null,
  tries smallint not null default 0,
  last_status smallint,
  last_duration_ms integer,
  status text not null default 'pending',
  last_excerpt text,
  constraint delivery_made_once primary key (merchant_id, delivery_id),
  constraint event_goes_to_an_endpoint_once unique (merchant_id, subject_id, seq, endpoint_id),
  constraint status_is_known check (status in ('pending', 'delivered', 'dead')),
  constraint pending_is_due check ((status = 'pending') = (due_at is not null)),
  constraint finished_has_a_moment check ((status = 'pending') = (finished_at is null)),
  constraint tries_are_counted check (tries >= 0),
  constraint excerpt_is_short check (octet_length(last_excerpt) <= 1500)
) with (autovacuum_vacuum_scale_factor = 0.02);
select lib.protect('webhooks.delivery');
create index delivery_due on webhooks.delivery (merchant_id, endpoint_id, due_at) where status = 'pending';

-- Deliveries that were given up are few and often searched; other searches concern the newest ones.
create index delivery_given_up on webhooks.delivery (merchant_id, delivery_id) where status = 'dead';

-- Every try of a delivery, unless the first one succeeded: then the delivery itself says all there is.
create table webhooks.try (
  merchant_id uuid not null,
  delivery_id uuid not null,
  try_id uuid not null default uuidv7(),
  at timestamptz not null,
  status smallint,
  duration_ms integer not null,
  excerpt text not null,
  constraint try_made_once primary key (merchant_id, delivery_id, try_id),
  constraint try_of_a_delivery foreign key (merchant_id, delivery_id) references webhooks.delivery,
  constraint excerpt_is_short check (octet_length(excerpt) <= 1500)
);
-- What a receiver answers may repeat what it was told: it stands sealed, which takes a third more room.
select lib.protect_append_only('webhooks.try');
grant update (excerpt) on webhooks.try to vitaran_app;

-- The events that people are told of by e-mail, published for other modules to read in the order of time. They are
-- few beside the successes, so an index of their own costs next to nothing.
create view webhooks.notable_event with (security_invoker = true) as
select merchant_id, subject_id, seq, at, type, data
from webhooks.event
where type in (
  'TRANSFER_FAILED', 'TRANSFER_REJECTED', 'TRANSFER_REVERSED', 'TRANSFER_PAID_LATE', 'TRANSFER_PAID_LATE_RETURNED',
  'BULK_TRANSFER_REJECTED', 'CREDIT_CONFIRMATION', 'LOW_BALANCE_ALERT', 'BENEFICIARY_INCIDENT', 'FUND_SOURCE_INCIDENT',
  'CASHGRAM_REDEEMED', 'CASHGRAM_TRANSFER_REVERSAL', 'CASHGRAM_EXPIRED'
);
grant select on webhooks.notable_event to vitaran_app;
