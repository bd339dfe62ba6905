-- Beneficiaries are searched by any part of their name or details: rows are read without their sealed parts. Rows
-- come in the order of their ids, so that an insert touches the end of the index only.
create index payee_search on beneficiaries.beneficiary (merchant_id, beneficiary_id)
include (name, bene_id, vpa, phone, account_last4, card_last4);
