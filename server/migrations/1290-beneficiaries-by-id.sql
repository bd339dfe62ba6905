-- Finds the accounts that a merchant's ID of a beneficiary stood for before, removed ones included, so that approvers
-- see when it stands for another one.
create index listed_by_id on beneficiaries.beneficiary (merchant_id, bene_id) where bene_id is not null;
