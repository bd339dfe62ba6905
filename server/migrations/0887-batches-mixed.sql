-- Rows of several kinds in one batch, each paid from its own fund source: batches of the v2 API.
alter table batches.batch drop constraint format_is_known;
alter table batches.batch add constraint format_is_known check (
  format in ('BENEFICIARY_ID', 'BANK_ACCOUNT', 'UPI', 'PAYTM', 'AMAZONPAY', 'CARD', 'BENEFICIARIES', 'MIXED')
);
