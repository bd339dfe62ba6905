-- The log of API calls: who called what, from where, and what became of it. No bodies and no secrets; kept for 30 days.
create schema calls;
grant usage on schema calls to vitaran_app;

create table calls.call (
  merchant_id uuid not null,
  -- Made when the call came (version 7): the order and the age of calls. It is the request id, too, unless the caller
  -- gave one of its own.
  call_id uuid not null,
  request_id text,
  -- By the merchant's clock.
  at timestamptz not null,
  method text not null,
  -- The operation's path, without what a caller put into it.
  path text not null,
  http_status smallint not null,
  duration_ms integer not null,
  -- Null: the caller was not let in.
  client_id text,
  ip inet not null,
  -- The code that says why it was refused.
  refusal text,
  -- What the call was about, by the merchant's own id of it.
  object_kind text,
  object_key text,
  constraint call_logged_once primary key (merchant_id, call_id),
  constraint request_id_is_short check (length(request_id) <= 100),
  constraint path_is_short check (length(path) <= 200),
  constraint status_is_of_http check (http_status between 100 and 599),
  constraint duration_is_counted check (duration_ms >= 0),
  constraint refusal_is_short check (length(refusal) <= 100),
  constraint object_has_kind_and_key check ((object_kind is null) = (object_key is null)),
  constraint object_kind_is_known check (object_kind in ('transfer', 'batch', 'beneficiary', 'link', 'loan')),
  constraint object_key_is_short check (length(object_key) <= 100)
);
select lib.protect_append_only('calls.call');
grant delete on calls.call to vitaran_app;
create index call_of_object on calls.call (merchant_id, object_key) where object_key is not null;
create index call_of_request on calls.call (merchant_id, request_id) where request_id is not null;

-- Calls that could not be logged because there were too many at once.
create table calls.gap (
  merchant_id uuid not null,
  gap_id uuid not null,
  at timestamptz not null,
  calls integer not null,
  constraint gap_noted_once primary key (merchant_id, gap_id),
  constraint gap_is_of_calls check (calls > 0)
);
select lib.protect_append_only('calls.gap');
grant delete on calls.gap to vitaran_app;
