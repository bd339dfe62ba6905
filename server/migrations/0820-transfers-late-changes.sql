-- Which days' figures have changed since the day was over: one row for each commit that changed transfers which were
-- accepted on an earlier day. Only added to, so that no outcome ever waits for another one's row.
create table transfers.late_change (
  merchant_id uuid not null,
  -- The day in India on which the transfers were accepted.
  day date not null,
  change_id uuid not null default uuidv7(),
  constraint late_change_once primary key (merchant_id, day, change_id)
);
select lib.protect_append_only('transfers.late_change');
