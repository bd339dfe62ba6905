-- The time when the service is asked again about news that it has not confirmed. It is null before the first time.
alter table transfers.stray_news add column ask_at timestamptz;
