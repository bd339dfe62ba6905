-- A bank that is held after a restore has an incident on each of its rails, so that programs hear of it too.
alter table health.incident drop constraint incident_source_is_known;
alter table health.incident
  add constraint incident_source_is_known check (source in ('notice', 'traffic', 'recovery'));
