-- A bank's last answer on the holder's name of an account or VPA, for lists.
create index verification_of_account on beneficiaries.verification (merchant_id, account_index, verification_no)
where status in ('found', 'not_found') and account_index is not null;
create index verification_of_vpa on beneficiaries.verification (merchant_id, lower(vpa), verification_no)
where status in ('found', 'not_found') and vpa is not null;
