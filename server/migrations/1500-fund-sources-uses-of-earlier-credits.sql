-- What was booked before uses of credits were kept. An owner that is no superuser sees the rows of all merchants only
-- while row level security is not forced.
-- no-transaction
alter table fund_sources.credit_use no force row level security;
alter table fund_sources.top_up no force row level security;
alter table transfers.fact no force row level security;
alter table transfers.attempt no force row level security;
alter table reconciliation.line no force row level security;

insert into fund_sources.credit_use (merchant_id, bank_id, named, use)
select merchant_id, bank_id, 'utr ' || utr, 'top_up'
from fund_sources.top_up
on conflict do nothing;

insert into fund_sources.credit_use (merchant_id, bank_id, named, use)
select distinct attempt.merchant_id, attempt.bank_id, name.named, 'return'
from transfers.fact
join transfers.attempt using (merchant_id, transfer_id, attempt)
cross join lateral (
  values ('reference ' || attempt.reference), ('utr ' || fact.utr)
) as name (named)
where fact.evidence = 'RET'
  and name.named is not null
on conflict do nothing;

insert into fund_sources.credit_use (merchant_id, bank_id, named, use)
select distinct merchant_id, bank_id, 'utr ' || utr, 'return'
from reconciliation.line
where side = 'credit'
  and utr is not null
  and (state = 'paired' or (state = 'matched' and transfer_id is not null))
on conflict do nothing;

alter table fund_sources.credit_use force row level security;
alter table fund_sources.top_up force row level security;
alter table transfers.fact force row level security;
alter table transfers.attempt force row level security;
alter table reconciliation.line force row level security;
