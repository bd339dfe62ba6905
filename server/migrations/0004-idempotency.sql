-- Keys with which callers mark a request, so that sending it again gets the first answer and does nothing twice. A key
-- is committed before its request begins, and the answer with its HTTP status afterwards; kept for 24 hours.
create schema idempotency;
grant usage on schema idempotency to vitaran_app;

create table idempotency.key (
  merchant_id uuid not null,
  -- A keyed hash of the caller and its key: what callers put into a key is not kept.
  key_hash bytea not null,
  -- Made when the key is used for the first time.
  key_id uuid not null,
  operation text not null,
  -- A keyed hash of what is asked, whatever the order of its fields.
  request_hash bytea not null,
  -- The first request with the key, and the caller's own id of what it asks for.
  request_id text not null,
  subject text,
  -- Live time: the test clock does not make a key older.
  claimed_at timestamptz not null,
  -- How many requests have begun with it; more than one only where none of them was answered before the next.
  runs integer not null default 1,
  -- Until then no other request begins; null: the operation finds by an id of its own what was done already.
  leased_until timestamptz,
  answered_at timestamptz,
  http_status smallint,
  -- The body, sealed.
  answer text,
  constraint key_used_once primary key (merchant_id, key_hash),
  constraint key_hash_is_whole check (octet_length(key_hash) = 32),
  constraint request_hash_is_whole check (octet_length(request_hash) = 32),
  constraint operation_is_short check (length(operation) <= 200),
  constraint first_request_id_is_short check (length(request_id) <= 100),
  constraint subject_is_short check (length(subject) <= 160),
  constraint runs_are_counted check (runs >= 1),
  constraint answer_is_whole check (
    (answered_at is null) = (http_status is null) and (answered_at is null) = (answer is null)
  )
);
select lib.protect('idempotency.key');
grant delete on idempotency.key to vitaran_app;
create index key_by_age on idempotency.key (merchant_id, claimed_at);
