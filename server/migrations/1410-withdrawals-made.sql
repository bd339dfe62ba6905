-- A withdrawal records its maker itself, like a batch or a link. This view says it to those who ask about a payment.
create view withdrawals.made_withdrawal with (security_invoker = true) as
select merchant_id, withdrawal_id, made_by as maker
from withdrawals.withdrawal;

grant select on withdrawals.made_withdrawal to vitaran_app;
