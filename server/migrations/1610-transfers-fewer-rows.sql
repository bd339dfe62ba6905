-- A transfer that is sent in the transaction of its order takes one step. Its history shows both of its moves.
create or replace function transfers.is_legal_move(from_status text, to_status text) returns boolean
language plpgsql immutable as $$
begin
  return case from_status
    when 'received' then to_status in ('awaiting_approval', 'waiting', 'ready', 'sent', 'rejected', 'failed')
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

-- A transfer's first attempt cannot be its second live one, so no index has to prove that. Each later attempt, or one
-- that is live again, locks the transfer, and no other one may be live then. A second attempt needs a first.
create function transfers.keep_one_attempt_live() returns trigger
language plpgsql
as $$
begin
  perform
  from transfers.transfer
  where merchant_id = new.merchant_id
    and transfer_id = new.transfer_id
  for update;
  if (
    select coalesce(bool_or(live), new.attempt <> 1)
    from transfers.attempt
    where merchant_id = new.merchant_id
      and transfer_id = new.transfer_id
      and attempt <> new.attempt
  ) then
    raise exception using
      errcode = 'unique_violation',
      schema = 'transfers',
      table = 'attempt',
      constraint = 'one_live_attempt_per_transfer',
      message = format('attempt %s violates "one_live_attempt_per_transfer"', new.attempt);
  end if;
  return new;
end
$$;
create trigger one_live_attempt_per_transfer before insert on transfers.attempt
for each row when (new.attempt <> 1 and new.live) execute function transfers.keep_one_attempt_live();
create trigger one_live_attempt_when_revived before update of live on transfers.attempt
for each row when (new.live and not old.live) execute function transfers.keep_one_attempt_live();
drop index transfers.one_live_attempt_per_transfer;
