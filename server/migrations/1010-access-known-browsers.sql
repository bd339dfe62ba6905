-- A browser in which a member has logged in before: it gets past a lock that strangers' guesses have put on the
-- account, and a log-in in any other browser is told to the member.
create table access.known_browser (
  member_id uuid not null references access.member (member_id),
  token_hash bytea not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  constraint known_browser_once primary key (member_id, token_hash),
  constraint known_browser_hash_is_sha256 check (octet_length(token_hash) = 32)
);
create index known_browser_by_token on access.known_browser (token_hash);
select lib.open_directory('access.known_browser');
grant delete on access.known_browser to vitaran_app;

-- The browser that a session is in; null: it began before browsers were known.
alter table access.session add column browser_hash bytea;
