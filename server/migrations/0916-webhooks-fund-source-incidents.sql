-- People are told of downtimes of their fund sources by e-mail too. View and index have the same condition.
create or replace view webhooks.notable_event with (security_invoker = true) as
select merchant_id, subject_id, seq, at, type, data
from webhooks.event
where type in (
  'TRANSFER_FAILED', 'TRANSFER_REJECTED', 'TRANSFER_REVERSED', 'TRANSFER_PAID_LATE', 'TRANSFER_PAID_LATE_RETURNED',
  'BULK_TRANSFER_REJECTED', 'CREDIT_CONFIRMATION', 'LOW_BALANCE_ALERT', 'BENEFICIARY_INCIDENT', 'FUND_SOURCE_INCIDENT',
  'CASHGRAM_REDEEMED', 'CASHGRAM_TRANSFER_REVERSAL', 'CASHGRAM_EXPIRED'
);

drop index webhooks.event_notable;
create index event_notable on webhooks.event (merchant_id, at, subject_id, seq)
where type in (
  'TRANSFER_FAILED', 'TRANSFER_REJECTED', 'TRANSFER_REVERSED', 'TRANSFER_PAID_LATE', 'TRANSFER_PAID_LATE_RETURNED',
  'BULK_TRANSFER_REJECTED', 'CREDIT_CONFIRMATION', 'LOW_BALANCE_ALERT', 'BENEFICIARY_INCIDENT', 'FUND_SOURCE_INCIDENT',
  'CASHGRAM_REDEEMED', 'CASHGRAM_TRANSFER_REVERSAL', 'CASHGRAM_EXPIRED'
);
