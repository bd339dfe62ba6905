-- What a bank last said of an account or VPA, for the lists of beneficiaries: in whose name it stands.
create index verification_of_account on beneficiaries.verification (merchant_id, account_index, verification_no)
where status in ('found', 'not_found') and account_index is not null;
create index verification_of_vpa on beneficiaries.verification (merchant_id, lower(vpa), verification_no)
where status in ('found', 'not_found') and vpa is not null;
