-- Whose number it was, where a listed beneficiary is paid by it: the payment reads back under the merchant's own id.
alter table phone.lookup add column bene_id text;
