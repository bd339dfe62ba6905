-- How a member reads the columns of files. A choice is remembered for the member who made it alone: read with another
-- member's choice, a file would pay what none of those who see it has asked for. batches.column_names does not say who
-- chose, and is no longer read.
create table batches.own_columns (
  merchant_id uuid not null,
  format text not null,
  chosen_by text not null,
  chosen_at timestamptz not null,
  mapping jsonb not null,
  constraint own_columns_once primary key (merchant_id, format, chosen_by)
);

select lib.protect('batches.own_columns');

-- When its maker chose how the columns of such files are read, if this one was read so.
alter table batches.draft add column columns_chosen_at timestamptz;
