-- The Owner who restored a beneficiary the last time. What that Owner took off the list for it can be restored.
alter table beneficiaries.beneficiary add column restored_by text;
grant update (restored_by) on beneficiaries.beneficiary to vitaran_app;
