-- Incidents are of our own banks too: those that fund sources pay by. Any rail may be down there.
alter table health.outage drop constraint outage_entity_is_known;
alter table health.outage add constraint outage_entity_is_known check (entity in ('bank', 'handle', 'our_bank'));
alter table health.outage drop constraint outage_mode_is_known;
alter table health.outage add constraint outage_mode_is_known check (
  mode in ('imps', 'neft', 'rtgs', 'upi')
  or (entity = 'our_bank' and mode in ('paytm', 'amazonpay', 'card'))
);

alter table health.incident drop constraint incident_entity_is_known;
alter table health.incident add constraint incident_entity_is_known check (
  entity in ('bank', 'handle', 'our_bank')
);
alter table health.incident drop constraint incident_mode_is_known;
alter table health.incident add constraint incident_mode_is_known check (
  mode in ('imps', 'neft', 'rtgs', 'upi')
  or (entity = 'our_bank' and mode in ('paytm', 'amazonpay', 'card'))
);
