-- What every transfer is checked against, as functions. PostgreSQL reads the text of a check anew for each statement,
-- which for a list of words took longer than all else that inserting one row did; a function is read once per session.
-- The rules are the same, and so are their names.
create function transfers.is_legal_move(from_status text, to_status text) returns boolean
language plpgsql immutable
as $$
begin
  return case from_status
    when 'received' then to_status in ('awaiting_approval', 'waiting', 'ready', 'rejected', 'failed')
    when 'awaiting_approval' then to_status in ('waiting', 'ready', 'rejected', 'failed', 'cancelled')
    when 'waiting' then to_status in ('ready', 'failed', 'cancelled')
    when 'ready' then to_status in ('sent', 'waiting', 'failed', 'cancelled')
    when 'sent' then to_status in ('succeeded', 'failed', 'rejected', 'ready', 'review')
    when 'review' then to_status in ('succeeded', 'failed', 'rejected')
    when 'succeeded' then to_status = 'reversed'
    else false
  end;
end
$$;
alter table transfers.step drop constraint step_is_a_legal_move;
alter table transfers.step add constraint step_is_a_legal_move
  check (transfers.is_legal_move(from_status, to_status));

create function transfers.is_status(status text) returns boolean
language plpgsql immutable
as $$
begin
  return status in (
    'awaiting_approval', 'waiting', 'ready', 'sent', 'review', 'succeeded', 'failed', 'rejected', 'reversed',
    'cancelled'
  );
end
$$;

create function transfers.is_reason_to_wait(reason text) returns boolean
language plpgsql immutable strict
as $$
begin
  return reason in ('schedule', 'funds', 'window', 'downtime');
end
$$;

create function transfers.has_its_bank(status text, bank_no smallint, attempt smallint) returns boolean
language plpgsql immutable
as $$
begin
  return status not in ('sent', 'review', 'succeeded', 'reversed') or (bank_no is not null and attempt > 0);
end
$$;
alter table transfers.transfer drop constraint status_is_known;
alter table transfers.transfer drop constraint reason_to_wait_is_known;
alter table transfers.transfer drop constraint sent_means_a_bank_and_an_attempt;
alter table transfers.transfer add constraint status_is_known check (transfers.is_status(status));
alter table transfers.transfer add constraint reason_to_wait_is_known
  check (transfers.is_reason_to_wait(waiting_for));
alter table transfers.transfer add constraint sent_means_a_bank_and_an_attempt
  check (transfers.has_its_bank(status, bank_no, attempt));

create function transfers.is_evidence(evidence text) returns boolean
language plpgsql immutable
as $$
begin
  return evidence in ('POS', 'DEEMED', 'NEG', 'UNK', 'NOSEND', 'RET');
end
$$;
alter table transfers.fact drop constraint evidence_class_is_known;
alter table transfers.fact add constraint evidence_class_is_known check (transfers.is_evidence(evidence));
