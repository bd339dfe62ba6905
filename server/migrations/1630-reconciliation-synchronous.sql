-- Whether commits waited for a standby when the database was last at work: a standby that takes over then lacks nothing
-- that was answered.
alter table reconciliation.database_seen add column synchronous boolean not null default false;
