-- What a member removed without another person is kept apart, so that an Owner can restore it and it can be counted. Of
-- removals from before it is not known.
alter table beneficiaries.beneficiary
  add column removed_alone boolean not null default false,
  add constraint only_removed_ones_were_removed_alone check (not removed_alone or removed_at is not null);
grant update (removed_alone) on beneficiaries.beneficiary to vitaran_app;
create index removed_alone_by on beneficiaries.beneficiary (merchant_id, removed_by, removed_at) where removed_alone;
