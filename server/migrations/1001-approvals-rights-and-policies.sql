-- Rights of members and roles, and the policies themselves, can wait for another person like what they are about.
alter table approvals.policy_set
drop constraint subject_kind_is_known,
add constraint subject_kind_is_known check (
  subject_kind in ('transfer', 'batch', 'beneficiary', 'key_reset', 'limit', 'rights', 'policy')
);

alter table approvals.request
-- Where no other person could decide: from then on it is done as if one had agreed.
add column alone_until timestamptz,
drop constraint subject_kind_is_known,
add constraint subject_kind_is_known check (
  subject_kind in ('transfer', 'batch', 'beneficiary', 'key_reset', 'limit', 'rights', 'policy')
),
drop constraint approved_by_somebody,
add constraint approved_by_somebody check (
  (status = 'approved') = (approver_ids is not null)
  and coalesce(cardinality(approver_ids) > 0 or alone_until is not null, true)
);
grant update (alone_until) on approvals.request to vitaran_app;

create index request_alone on approvals.request (merchant_id, alone_until)
where status = 'pending' and alone_until is not null;
