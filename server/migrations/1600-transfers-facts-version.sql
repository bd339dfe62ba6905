-- Orders can be decided on facts that a process knows. The version of a merchant's facts is in the row that every
-- acceptance locks, and each change of a fact raises it, so that a process notices that it knows an older one.
alter table transfers.counter add column facts_version bigint not null default 0;

-- A version is the time of its change in microseconds. A standby that takes over without the last changes thus never
-- comes to a version that a process knows from before with other facts.
create function transfers.next_version(former bigint) returns bigint
language sql volatile
return greatest(former + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint);

-- Raises the version in the transaction of the change. A merchant without orders gets its counter here, so that a
-- change that is not committed yet cannot be missed by the first order.
create function transfers.note_changed_fact() returns trigger
language plpgsql
as $$
begin
  if lib.current_merchant() is null then
    -- The application would raise no version here, for it sees no counter outside of a merchant's transaction.
    if pg_has_role(current_user, 'vitaran_app', 'member') and row_security_active('transfers.counter') then
      raise exception 'a fact of a merchant is changed outside of its transactions';
    end if;
    -- An operator changes rows by hand, of whichever merchants.
    update transfers.counter set facts_version = transfers.next_version(facts_version);
  else
    insert into transfers.counter as counter (merchant_id, last_reference_id, facts_version)
    values (lib.current_merchant(), 10000, transfers.next_version(0))
    on conflict (merchant_id) do update
    set facts_version = transfers.next_version(counter.facts_version);
  end if;
  return null;
end
$$;

-- The version of what all live merchants share. It belongs to none of them, and is written by the trigger alone.
create table transfers.shared_facts (
  only_row boolean primary key default true,
  version bigint not null default 0,
  constraint there_is_one_row check (only_row)
);
select lib.open_directory('transfers.shared_facts');
insert into transfers.shared_facts default values;

create function transfers.note_changed_shared_fact() returns trigger
language plpgsql
as $$
begin
  update transfers.shared_facts set version = transfers.next_version(version);
  return null;
end
$$;

create trigger note_changed_fact after insert or update or delete
on fund_sources.bank for each statement execute function transfers.note_changed_shared_fact();
create trigger note_changed_fact after insert or update or delete
on health.live_bank_snapshot for each statement execute function transfers.note_changed_shared_fact();

create trigger note_changed_fact after insert or update or delete
on health.bank_snapshot for each statement execute function transfers.note_changed_fact();
create trigger note_changed_fact after insert or delete or update of kind, name, bank_id, share_percent, active
on fund_sources.fund_source for each statement execute function transfers.note_changed_fact();
create trigger note_changed_fact after insert or update or delete
on fund_sources.bank_connection for each statement execute function transfers.note_changed_fact();
create trigger note_changed_fact after update or delete
on access.merchant for each statement execute function transfers.note_changed_fact();
create trigger note_changed_fact after insert or update or delete
on access.api_client for each statement execute function transfers.note_changed_fact();
create trigger note_changed_fact after insert or update or delete
on routing.policy for each statement execute function transfers.note_changed_fact();
create trigger note_changed_fact after insert or update or delete
on health.incident for each statement execute function transfers.note_changed_fact();
create trigger note_changed_fact after insert or update or delete
on approvals.policy_set for each statement execute function transfers.note_changed_fact();
create trigger note_changed_fact after insert or update or delete
on risk.rule for each statement execute function transfers.note_changed_fact();
create trigger note_changed_fact after insert or update or delete
on risk.mode_set for each statement execute function transfers.note_changed_fact();
create trigger note_changed_fact after insert or update or delete
on risk.blocked_payee for each statement execute function transfers.note_changed_fact();
create trigger note_changed_fact after insert or update or delete
on beneficiaries.setting for each statement execute function transfers.note_changed_fact();
