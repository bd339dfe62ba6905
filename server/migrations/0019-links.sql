-- Payout links (Flowgram): the payee opens one, proves to be meant, says where the money shall go, and is paid once.
create schema links;
grant usage on schema links to vitaran_app;

-- A number for each link of a merchant, digits only, for the outside.
create table links.counter (
  merchant_id uuid not null primary key,
  last_reference_id bigint not null
);
select lib.protect('links.counter');

-- Phone, e-mail address and VPA stand sealed in their columns; those of a link are found by keyed indexes.
create table links.link (
  merchant_id uuid not null references access.merchant (merchant_id),
  link_id uuid not null,
  -- The merchant's own id of the link.
  link_key text not null,
  reference_id bigint not null,
  content_hash bytea not null,
  -- Whoever knows the token may open the link. It is found by its hash, and sealed so that it can be told again.
  token_hash bytea not null,
  sealed_token bytea not null,
  amount_paise bigint not null,
  name text not null,
  phone text not null,
  email text,
  remarks text not null,
  notify_payee boolean not null,
  check_name boolean not null,
  status text not null default 'active',
  -- Why it failed or expired.
  reason text,
  -- Claims so far; the newest has this number.
  claims smallint not null default 0,
  -- Claims that failed for what the payee gave.
  failures smallint not null default 0,
  -- Transfers that were made for it and definitely did not pay. The next one has the number after.
  transfers_failed smallint not null default 0,
  -- No new claim before this moment.
  retry_at timestamptz,
  -- Our number of the transfer that paid.
  paid_reference_id bigint,
  utr text,
  -- Keyed hash of the one-time password that was sent last; null: it is used up.
  password_hash bytea,
  password_sent_at timestamptz,
  password_ends_at timestamptz,
  -- One-time passwords sent in the hour that began then, and altogether.
  password_hour_at timestamptz,
  passwords_in_hour smallint not null default 0,
  passwords_sent smallint not null default 0,
  -- Wrong ones in a row.
  passwords_wrong smallint not null default 0,
  expires_at timestamptz not null,
  -- When the payee is reminded; null: not, or not again.
  remind_at timestamptz,
  -- When the next piece of work is due, by the merchant's clock; null: none is.
  due_at timestamptz,
  events smallint not null default 0,
  created_at timestamptz not null,
  created_by text not null,
  ended_at timestamptz,
  phone_index bytea,
  email_index bytea,
  -- Of a link by a key pair: whom the secret was shown to that the link was made with. That member does not approve its
  -- payment, although the keys may have been reset by the time when the payee claims it.
  secret_shown_to uuid,
  constraint link_id_once primary key (merchant_id, link_id),
  constraint link_key_once unique (merchant_id, link_key),
  constraint link_reference_id_once unique (merchant_id, reference_id),
  constraint link_token_once unique (merchant_id, token_hash),
  constraint link_token_hash_is_sha256 check (octet_length(token_hash) = 32),
  constraint link_amount_is_positive check (amount_paise > 0),
  constraint link_lives_at_most_31_days check (
    expires_at > created_at and expires_at <= created_at + interval '31 days'
  ),
  constraint link_status_is_known check (
    status in ('active', 'pending', 'failed', 'redeemed', 'reversed', 'expired')
  ),
  constraint link_says_why check (
    case status
      when 'active' then reason is null
      when 'failed' then reason is not null
      when 'expired' then reason is not null
      else true
    end
  ),
  constraint only_claims_fail check (failures between 0 and claims and transfers_failed between 0 and claims),
  constraint claimed_links_have_a_claim check (status in ('active', 'expired') or claims > 0),
  constraint paid_links_name_their_transfer check (
    (status in ('redeemed', 'reversed')) = (paid_reference_id is not null)
  ),
  constraint ended_links_have_an_end check ((status in ('redeemed', 'reversed', 'expired')) = (ended_at is not null)),
  constraint ended_links_have_no_work check (ended_at is null or due_at is null),
  constraint password_is_whole check (
    num_nulls(password_hash, password_ends_at) in (0, 2) and (password_hash is null or password_sent_at is not null)
  ),
  constraint five_wrong_passwords_end_a_link check (
    passwords_wrong between 0 and 5 and (passwords_wrong < 5 or status in ('expired', 'redeemed', 'reversed'))
  ),
  constraint recipient_indexes_are_hashes check (
    octet_length(phone_index) = 32 and octet_length(email_index) = 32
  )
) with (fillfactor = 70);
-- What was promised to the payee never changes; a session ends by being deleted.
-- The hash of what a link says is keyed once its texts are sealed.
select lib.protect_append_only('links.link');
grant update (
  sealed_token, status, reason, claims, failures, transfers_failed, retry_at, paid_reference_id, utr,
  password_hash, password_sent_at, password_ends_at, password_hour_at, passwords_in_hour,
  passwords_sent, passwords_wrong, remind_at, due_at, events, ended_at, phone, email, phone_index,
  email_index, content_hash
) on links.link to vitaran_app;
create index link_due on links.link (merchant_id, due_at) where due_at is not null;

-- A browser whose user gave the right one-time password, with what was given but not confirmed yet. It is named by
-- a hash: the cookie is kept by the browser alone.
create table links.session (
  merchant_id uuid not null,
  session_hash bytea not null,
  link_id uuid not null,
  proved_at timestamptz not null,
  ends_at timestamptz not null,
  -- Changes with every draft, so that what is confirmed is what was shown.
  draft_id uuid,
  mode text,
  sealed_account bytea,
  account_last4 text,
  ifsc text,
  vpa text,
  constraint session_once primary key (merchant_id, session_hash),
  constraint session_of_a_link foreign key (merchant_id, link_id) references links.link (merchant_id, link_id),
  constraint session_hash_is_sha256 check (octet_length(session_hash) = 32),
  constraint draft_is_whole check (
    num_nulls(draft_id, mode) in (0, 2) and (mode is not null or num_nonnulls(account_last4, ifsc, vpa) = 0)
  ),
  constraint account_is_whole check (num_nulls(sealed_account, account_last4, ifsc) in (0, 3)),
  constraint account_shows_four_characters_at_most check (length(account_last4) <= 4)
);
select lib.protect_append_only('links.session');
grant update (draft_id, mode, sealed_account, account_last4, ifsc, vpa) on links.session to vitaran_app;
grant delete on links.session to vitaran_app;
create index session_of_link on links.session (merchant_id, link_id);

-- What a payee confirmed: from then on one transfer, whose fate it follows.
create table links.claim (
  merchant_id uuid not null,
  link_id uuid not null,
  -- Counts from 1.
  claim smallint not null,
  -- With the link it names the transfer for ever. A claim that was refused before there was a transfer leaves its
  -- number to the next: of all orders under one number at most one is ever carried out.
  transfer_no smallint not null,
  -- The draft that was confirmed; confirming it twice is one claim.
  draft_id uuid not null,
  status text not null,
  mode text not null,
  -- Only until the transfer is accepted; from then on the transfer's payee has it.
  sealed_account bytea,
  account_last4 text,
  ifsc text,
  vpa text,
  transfer_id uuid,
  reference_id bigint,
  reason text,
  ordered_at timestamptz not null,
  -- When a process went to ask a bank for the payee's name, by the database's clock; no other one ever does.
  name_asked_at timestamptz,
  ended_at timestamptz,
  constraint claim_once primary key (merchant_id, link_id, claim),
  constraint draft_confirmed_once unique (merchant_id, draft_id),
  constraint claim_of_a_link foreign key (merchant_id, link_id) references links.link (merchant_id, link_id),
  constraint claim_status_is_known check (status in ('ordered', 'pending', 'paid', 'failed', 'returned')),
  constraint claim_mode_is_known check (mode in ('banktransfer', 'upi', 'paytm', 'amazonpay')),
  constraint claim_says_where_to check (
    case mode
      when 'banktransfer' then
        num_nulls(account_last4, ifsc) = 0 and vpa is null and (sealed_account is not null) = (status = 'ordered')
      when 'upi' then vpa is not null and num_nonnulls(sealed_account, account_last4, ifsc) = 0
      else num_nonnulls(sealed_account, account_last4, ifsc, vpa) = 0
    end
  ),
  constraint account_shows_four_characters_at_most check (length(account_last4) <= 4),
  constraint accepted_claims_have_a_transfer check (
    status not in ('pending', 'paid', 'returned') or num_nulls(transfer_id, reference_id) = 0
  ),
  constraint failed_claims_say_why check (status <> 'failed' or reason is not null)
);
select lib.protect_append_only('links.claim');
grant update (
  status, sealed_account, name_asked_at, transfer_id, reference_id, reason, ended_at, vpa
) on links.claim to vitaran_app;

-- Of all claims of a link at most one may still pay or has paid, whatever is clicked twice.
create unique index one_live_claim_per_link on links.claim (merchant_id, link_id) where status <> 'failed';

-- A link records its maker itself; this says it to those who ask about a payment.
create view links.made_link with (security_invoker = true) as
select merchant_id, link_id, created_by as maker
from links.link;
grant select on links.made_link to vitaran_app;
