-- An accepted transfer whose maker may no longer pay is put before an approver when it would be sent. What was held for
-- it stays held meanwhile, unlike that of a transfer which has waited for approvers from the beginning.
-- Null, which takes no room in the row, is no.
alter table transfers.transfer
add column held_in_approval boolean,
add constraint only_what_awaits_approval_is_held_in_it
  check (held_in_approval is not true or status = 'awaiting_approval');

create or replace function transfers.is_legal_move(from_status text, to_status text) returns boolean
language plpgsql immutable as $$
begin
  return case from_status
    when 'received' then to_status in ('awaiting_approval', 'waiting', 'ready', 'rejected', 'failed')
    when 'awaiting_approval' then to_status in ('waiting', 'ready', 'rejected', 'failed', 'cancelled')
    when 'waiting' then to_status in ('ready', 'awaiting_approval', 'failed', 'cancelled')
    when 'ready' then to_status in ('sent', 'waiting', 'awaiting_approval', 'failed', 'cancelled')
    when 'sent' then to_status in ('succeeded', 'failed', 'rejected', 'ready', 'review')
    when 'review' then to_status in ('succeeded', 'failed', 'rejected')
    when 'succeeded' then to_status = 'reversed'
    else false
  end;
end
$$;

-- A batch or a link records its maker itself; these say it to those who ask about a payment.
create view batches.made_batch with (security_invoker = true) as
select merchant_id, batch_id, created_by as maker
from batches.batch;

create view links.made_link with (security_invoker = true) as
select merchant_id, link_id, created_by as maker
from links.link;

grant select on batches.made_batch, links.made_link to vitaran_app;
