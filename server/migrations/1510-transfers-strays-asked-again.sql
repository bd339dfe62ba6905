-- The time when the service is asked again about news that it has not confirmed; null: it was not asked yet.
alter table transfers.stray_news add column ask_at timestamptz;
