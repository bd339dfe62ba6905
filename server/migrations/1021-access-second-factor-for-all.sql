-- An organization may ask a second factor of every member, in the sandbox too.
alter table access.organization add column second_factor_for_all boolean not null default false;
