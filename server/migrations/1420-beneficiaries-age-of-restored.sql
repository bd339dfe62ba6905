-- The time that a beneficiary was off the list does not count for its age when an Owner restores it.
grant update (added_at) on beneficiaries.beneficiary to vitaran_app;
