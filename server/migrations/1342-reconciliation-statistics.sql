-- Many lines of a merchant who had none are matched at once, before PostgreSQL has counted the tables by itself. With
-- statistics of small tables it reads all rows of the merchant for each line. They are refreshed after such an import.
create function reconciliation.refresh_statistics() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  analyze reconciliation.line, transfers.transfer, transfers.attempt, transfers.fact;
end $$;
