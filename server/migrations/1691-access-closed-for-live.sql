-- When the first live merchant opens, passwords that one member closed in the sandbox open again. What the operator
-- closed stays.
alter table access.organization add column passwords_closed_for_live boolean not null default false;

grant update (passwords_closed_for_live) on access.organization to vitaran_app;
