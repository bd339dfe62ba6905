-- A transfer without money fails, also when it comes and when it is approved: rejections are for risk, block list,
-- limits and people.
alter table transfers.step drop constraint step_is_a_legal_move;
alter table transfers.step add constraint step_is_a_legal_move check (
  case from_status
    when 'received' then to_status in ('awaiting_approval', 'waiting', 'ready', 'rejected', 'failed')
    when 'awaiting_approval' then to_status in ('waiting', 'ready', 'rejected', 'failed', 'cancelled')
    when 'waiting' then to_status in ('ready', 'failed', 'cancelled')
    when 'ready' then to_status in ('sent', 'waiting', 'failed', 'cancelled')
    when 'sent' then to_status in ('succeeded', 'failed', 'ready', 'review')
    when 'review' then to_status in ('succeeded', 'failed')
    when 'succeeded' then to_status in ('reversed')
    else false
  end
);
