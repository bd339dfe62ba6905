-- E-mail and SMS to people: written with the change that they tell of, delivered after, kept for a time.
create schema messages;
grant usage on schema messages to vitaran_app;

-- Recipient and words of a message stand sealed in their columns: they go to payees too. Rows that a worker has not
-- sealed yet have them in clear.
create table messages.message (
  merchant_id uuid not null,
  message_id uuid not null,
  channel text not null,
  -- An e-mail address or a phone number.
  recipient text not null,
  -- Where the recipient is not sealed, to find it by, whatever its capitals.
  recipient_key text not null generated always as (lower(recipient)) stored,
  purpose text not null,
  subject text not null,
  -- Of a live merchant's message nothing but the subject is kept once it has ended.
  body_text text not null,
  body_html text,
  status text not null default 'pending',
  -- Where it went: a mail server, or the sandbox inbox.
  sent_by text,
  -- Why it was not sent, and the last words of the mail server, without addresses.
  reason text,
  detail text,
  tries smallint not null default 0,
  -- When the next try may begin, in real time.
  due_at timestamptz,
  -- Whoever took it may send it until then, by the database's clock: a test clock must not end a lease.
  leased_until timestamptz,
  -- The domain of its Message-ID, which stays the same over tries.
  sender_domain text,
  queued_at timestamptz not null,
  finished_at timestamptz,
  -- What a message is about, so that its words can go when a secret among them was used. Null: nothing of the kind.
  about text,
  -- The keyed index of the recipient; rows that are not sealed have none.
  recipient_index bytea,
  constraint message_queued_once primary key (merchant_id, message_id),
  constraint channel_is_known check (channel in ('email', 'sms')),
  constraint status_is_known check (status in ('pending', 'sent', 'failed')),
  constraint pending_is_due check ((status = 'pending') = (due_at is not null)),
  constraint finished_has_a_moment check ((status = 'pending') = (finished_at is null)),
  constraint sent_by_something check ((status = 'sent') = (sent_by is not null)),
  constraint sender_is_known check (sent_by in ('smtp', 'sandbox')),
  constraint failed_for_a_reason check (
    status <> 'failed' or reason in ('address_invalid', 'no_provider', 'refused', 'tries_used_up')
  ),
  -- A sealed text is by a third longer, and a little more.
  constraint texts_are_bounded check (
    length(recipient) <= 2000 and length(subject) <= 2000 and octet_length(body_text) <= 350208
    and octet_length(body_html) <= 700416 and length(detail) <= 2000
  ),
  constraint about_is_bounded check (length(about) between 1 and 100),
  constraint recipient_index_is_a_hash check (octet_length(recipient_index) = 32)
);
select lib.protect('messages.message');
-- What has ended is removed after some time; nothing else is.
grant delete on messages.message to vitaran_app;
create index message_due on messages.message (merchant_id, due_at) where status = 'pending';
create index message_to on messages.message (merchant_id, recipient_key, message_id);
create index message_finished on messages.message (merchant_id, finished_at) where finished_at is not null;
create index message_about on messages.message (merchant_id, about) where about is not null;
create index message_to_recipient on messages.message (merchant_id, recipient_index, message_id);
