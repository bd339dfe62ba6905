-- Whether a signature let the token's address in. Without one the token works only while the allowlist has its address.
-- Tokens of before live for ten minutes and stay as they were.
alter table access.token add column signed boolean not null default true;
alter table access.token alter column signed set default false;
