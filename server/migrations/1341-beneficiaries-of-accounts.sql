-- Finds what was paid before to the account of a row, whether its payee is listed or not.
create index payee_of_account on beneficiaries.beneficiary (merchant_id, account_index) where account_index is not null;
