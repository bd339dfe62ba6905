-- Routing reads by each transfer which payees' banks are down now: few of all incidents that ever were.
create index incident_of_now on health.incident (merchant_id)
  where status = 'active' and severity = 'high';
