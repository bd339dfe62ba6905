-- What makes credits of bank statements spendable on a person's word can wait for another person.
alter table approvals.policy_set
drop constraint subject_kind_is_known,
add constraint subject_kind_is_known check (
  subject_kind in ('transfer', 'batch', 'beneficiary', 'key_reset', 'limit', 'rights', 'policy', 'credit')
);

alter table approvals.request
drop constraint subject_kind_is_known,
add constraint subject_kind_is_known check (
  subject_kind in ('transfer', 'batch', 'beneficiary', 'key_reset', 'limit', 'rights', 'policy', 'credit')
);
