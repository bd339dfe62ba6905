-- Each process that sends payments writes heartbeats here. When one has died, banks are asked at once about what it was
-- waiting for, and not when the rail's schedule begins.
create table transfers.sender (
  sender_id uuid primary key,
  seen_at timestamptz not null default clock_timestamp()
);
select lib.open_directory('transfers.sender');
grant delete on transfers.sender to vitaran_app;
