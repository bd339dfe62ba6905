-- A member whom a link let in, or whose address a link proved, that no mail server carried: the one who invited, or who
-- has the session, may have used it. Such a member reaches no live merchant until a password was set by a link that was
-- mailed, or that the operator handed on.
alter table access.member add column link_shown boolean not null default false;

-- Members who are in already by such a link and have proved no address.
update access.member
set link_shown = true
where not email_proved and password_hash is not null;
