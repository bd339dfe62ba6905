-- A report that keys limited to some fund sources ask for has rows from these alone, and such keys find no report about
-- others. Null: it is about all fund sources, or an account statement of the one that it names.
alter table reports.report add column fund_source_ids text[];
