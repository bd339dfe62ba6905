-- E-mail to the people of a merchant, by category: who gets it, what there is to tell, how far events have been read.
create schema notifications;
grant usage on schema notifications to vitaran_app;

create table notifications.category (
  merchant_id uuid not null,
  category text not null,
  enabled boolean not null default true,
  recipients text[] not null default '{}',
  -- Only what happened since then is told; null: nothing is, as it is off or nobody would get it.
  active_since timestamptz,
  last_told_at timestamptz,
  constraint category_once primary key (merchant_id, category),
  constraint at_most_ten_recipients check (cardinality(recipients) <= 10),
  constraint active_with_recipients check (
    (active_since is not null) = (enabled and cardinality(recipients) > 0)
  )
);
select lib.protect('notifications.category');

-- How far the outbox and the audit records have been read. What is written before `events_from` has been.
create table notifications.cursor (
  merchant_id uuid not null,
  events_from timestamptz not null,
  audit_seq bigint not null,
  constraint cursor_once primary key (merchant_id)
);
select lib.protect('notifications.cursor');

-- One thing that happened and is to be told; many of them go into one e-mail.
create table notifications.notice (
  merchant_id uuid not null,
  -- What it was made of, so that it is made once: an event, an audit record, another module's own key.
  source_key text not null,
  category text not null,
  at timestamptz not null,
  -- Of an event without fields: its type and key, for them to be rendered.
  event_type text,
  subject_id uuid,
  seq integer,
  data jsonb,
  -- When it was told, or dropped because nobody was to be told any more.
  ended_at timestamptz,
  constraint notice_once primary key (merchant_id, source_key),
  constraint event_is_whole check (num_nulls(event_type, subject_id, seq) in (0, 3)),
  constraint there_is_something_to_tell check (event_type is not null or data is not null)
);
select lib.protect('notifications.notice');
-- What was told is removed after some time.
grant delete on notifications.notice to vitaran_app;
create index notice_waiting on notifications.notice (merchant_id, category, at, source_key) where ended_at is null;
create index notice_ended on notifications.notice (merchant_id, ended_at) where ended_at is not null;
