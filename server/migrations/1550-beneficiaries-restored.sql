-- The last time that an Owner restored a beneficiary, and the removal that this undid: a second restoration since the
-- same moment leaves the ID with the account that it got back.
alter table beneficiaries.beneficiary
  add column restored_at timestamptz,
  add column undone_removal_at timestamptz,
  add column undone_removal_by text;
grant update (restored_at, undone_removal_at, undone_removal_by) on beneficiaries.beneficiary to vitaran_app;
