-- The events that people are told of by e-mail, published for other modules to read in the order of time. They are
-- few beside the successes, so an index of their own costs next to nothing.
create view webhooks.notable_event with (security_invoker = true) as
select merchant_id, subject_id, seq, at, type, data
from webhooks.event
where type in (
  'TRANSFER_FAILED', 'TRANSFER_REJECTED', 'TRANSFER_REVERSED', 'BULK_TRANSFER_REJECTED', 'CREDIT_CONFIRMATION',
  'LOW_BALANCE_ALERT', 'BENEFICIARY_INCIDENT', 'CASHGRAM_REDEEMED', 'CASHGRAM_TRANSFER_REVERSAL', 'CASHGRAM_EXPIRED'
);
grant select on webhooks.notable_event to vitaran_app;

-- The condition must be that of the view, word for word, or the view does not find the index.
create index event_notable on webhooks.event (merchant_id, at, subject_id, seq)
where type in (
  'TRANSFER_FAILED', 'TRANSFER_REJECTED', 'TRANSFER_REVERSED', 'BULK_TRANSFER_REJECTED', 'CREDIT_CONFIRMATION',
  'LOW_BALANCE_ALERT', 'BENEFICIARY_INCIDENT', 'CASHGRAM_REDEEMED', 'CASHGRAM_TRANSFER_REVERSAL', 'CASHGRAM_EXPIRED'
);
