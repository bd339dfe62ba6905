-- Writes accepted orders: transfers with their steps, attempts, entries and events.
-- Made by npm run write-functions; not to be edited.
create function phase.write_accepted_9fbfd9da6d97(
  merchant uuid, known jsonb, given_rows text,
  out missed text, out at timestamptz, out xid xid, out last_reference_id bigint
)
language plpgsql
-- A plan lives as long as its session, and may have been made while the tables were empty.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $phase$
#variable_conflict use_column
declare
  -- The rows to write, by the name of the write.
  written jsonb;
  -- The balances to which the given ones are relative, by account. They are 0 if the given ones are whole.
  base jsonb;
  touched bigint;
  -- The last reference ID before those of the set, to which theirs are relative; 0 if theirs are whole.
    last_id bigint := 0;
begin
  if known is null then
    written := given_rows::jsonb;
  else
    perform lib.refuse_moved(moved.home) from lib.moved_merchant as moved where moved.merchant_id = merchant;
    missed := nullif(set_config('app.merchant_id', merchant::text, true), merchant::text);
    select date_trunc('milliseconds', clock.now), case
      when abs(extract(epoch from clock.now - (known ->> 'now')::timestamptz)) > 1
        then 'time'
      when exists (
        select from jsonb_array_elements_text(known -> 'keys') as given (key)
        cross join lateral (
          select from transfers.transfer
          where merchant_id = merchant
            and transfer_key = given.key
          limit 1
        ) as earlier
      ) then 'keys'
      when exists (
        select from jsonb_each_text(known -> 'payees') as given (id, version)
        where given.version is distinct from (
          select xmin::text
          from beneficiaries.beneficiary
          where merchant_id = merchant
            and beneficiary_id = given.id::uuid
        )
      ) then 'payees'
      when exists (
        select from jsonb_array_elements_text(known -> 'tokens') as given (hash)
        where not exists (
          select from access.token
          where merchant_id = merchant
            and token_hash = decode(given.hash, 'hex')
            and revoked_at is null
            and expires_at > now()
        )
      ) then 'tokens'
      when exists (
        select from jsonb_array_elements_text(known -> 'decisions') as given (id)
        where not exists (
          select from routing.decision
          where merchant_id = merchant
            and decision_id = given.id::uuid
        )
      ) then 'decisions'
      when exists (
        select from transfers.stray_news
        where stray_news.merchant_id = merchant
          and matched_at is null
      ) then 'strays'
      when (known ->> 'shared')::bigint <> (select version from transfers.shared_facts) then 'shared'
    end
    into at, missed
    from (
      select clock_timestamp() + coalesce(
        (select offset_ms from lib.merchant_clock where merchant_id = merchant), 0
      ) * interval '1 millisecond' as now
    ) as clock;
    if missed is not null then
      return;
    end if;
    update transfers.counter
    set last_reference_id = last_reference_id + (known ->> 'count')::int
    where merchant_id = merchant
      and facts_version = (known ->> 'version')::bigint
      and queue_seconds is not distinct from (known ->> 'queues')::int
    returning last_reference_id - (known ->> 'count')::int, last_reference_id
    into last_id, last_reference_id;
    if not found then
      missed := 'version';
      return;
    end if;
    if known ->> 'queues' is not null and exists (
      select from fund_sources.fund_source as source
      where source.merchant_id = merchant
        and exists (
          select from transfers.transfer
          where transfer.merchant_id = merchant
            and transfer.source_no = source.source_no
            and transfer.waiting_for = 'funds'
        )
    ) then
      missed := 'queue';
      return;
    end if;
    written := replace(given_rows, '{"the time of the writes":0}', to_json(at)::text)::jsonb;
  end if;
  if written ? 'transfers.transfer' then
    insert into transfers.transfer (
      merchant_id,
      transfer_id,
      reference_id,
      transfer_key,
      content_hash,
      source_no,
      fund_source_id,
      beneficiary_id,
      amount_paise,
      fee_paise,
      tax_paise,
      reserve_paise,
      mode,
      rail,
      remarks,
      status,
      waiting_for,
      acknowledged,
      deemed,
      utr,
      reason,
      bank_id,
      bank_no,
      attempt,
      enquiries,
      steps,
      events,
      origin_kind,
      origin_id,
      priority,
      asynchronous,
      process_on,
      due_at,
      accepted_at,
      released_at,
      held_in_approval,
      sent_at,
      finished_at
    )
    select
      $1,
      given.transfer_id,
      given.reference_id + last_id,
      given.transfer_key,
      given.content_hash,
      given.source_no,
      given.fund_source_id,
      given.beneficiary_id,
      given.amount_paise,
      given.fee_paise,
      given.tax_paise,
      given.reserve_paise,
      given.mode,
      given.rail,
      given.remarks,
      given.status,
      given.waiting_for,
      given.acknowledged,
      given.deemed,
      given.utr,
      given.reason,
      given.bank_id,
      given.bank_no,
      given.attempt,
      given.enquiries,
      given.steps,
      given.events,
      given.origin_kind,
      given.origin_id,
      given.priority,
      given.asynchronous,
      given.process_on,
      given.due_at,
      given.accepted_at,
      given.released_at,
      given.held_in_approval,
      given.sent_at,
      given.finished_at
    from (
      select
        (one ->> 0)::uuid as transfer_id,
        (one ->> 1)::bigint as reference_id,
        (one ->> 2)::text as transfer_key,
        (one ->> 3)::bytea as content_hash,
        (one ->> 4)::smallint as source_no,
        (one ->> 5)::text as fund_source_id,
        (one ->> 6)::uuid as beneficiary_id,
        (one ->> 7)::bigint as amount_paise,
        (one ->> 8)::bigint as fee_paise,
        (one ->> 9)::bigint as tax_paise,
        (one ->> 10)::integer as reserve_paise,
        (one ->> 11)::text as mode,
        (one ->> 12)::text as rail,
        (one ->> 13)::text as remarks,
        (one ->> 14)::text as status,
        (one ->> 15)::text as waiting_for,
        (one ->> 16)::boolean as acknowledged,
        (one ->> 17)::boolean as deemed,
        (one ->> 18)::text as utr,
        (one ->> 19)::text as reason,
        (one ->> 20)::text as bank_id,
        (one ->> 21)::smallint as bank_no,
        (one ->> 22)::smallint as attempt,
        (one ->> 23)::smallint as enquiries,
        (one ->> 24)::smallint as steps,
        (one ->> 25)::smallint as events,
        (one ->> 26)::text as origin_kind,
        (one ->> 27)::uuid as origin_id,
        (one ->> 28)::smallint as priority,
        (one ->> 29)::boolean as asynchronous,
        (one ->> 30)::timestamptz as process_on,
        (one ->> 31)::timestamptz as due_at,
        (one ->> 32)::timestamptz as accepted_at,
        (one ->> 33)::timestamptz as released_at,
        (one ->> 34)::boolean as held_in_approval,
        (one ->> 35)::timestamptz as sent_at,
        (one ->> 36)::timestamptz as finished_at
      from jsonb_array_elements(written -> 'transfers.transfer') as one
      offset 0
    ) as given;
    get diagnostics touched = row_count;
    if touched <> jsonb_array_length(written -> 'transfers.transfer') then
      if known is not null then
        raise exception 'transfers.transfer' using errcode = 'VT409';
      end if;
      perform lib.refuse_rows(touched, jsonb_array_length(written -> 'transfers.transfer'));
    end if;
  end if;
  if written ? 'transfers.step' then
    insert into transfers.step (
      merchant_id,
      transfer_id,
      step,
      from_status,
      to_status,
      because,
      at
    )
    select
      $1,
      given.transfer_id,
      given.step,
      given.from_status,
      given.to_status,
      given.because,
      given.at
    from (
      select
        (one ->> 0)::uuid as transfer_id,
        (one ->> 1)::smallint as step,
        (one ->> 2)::text as from_status,
        (one ->> 3)::text as to_status,
        (one ->> 4)::text as because,
        (one ->> 5)::timestamptz as at
      from jsonb_array_elements(written -> 'transfers.step') as one
      offset 0
    ) as given;
    get diagnostics touched = row_count;
    if touched <> jsonb_array_length(written -> 'transfers.step') then
      if known is not null then
        raise exception 'transfers.step' using errcode = 'VT409';
      end if;
      perform lib.refuse_rows(touched, jsonb_array_length(written -> 'transfers.step'));
    end if;
  end if;
  if written ? 'routing.decision' then
    insert into routing.decision (
      merchant_id,
      decision_id,
      rail,
      bank_id,
      explanation,
      created_at
    )
    select
      $1,
      given.decision_id,
      given.rail,
      given.bank_id,
      given.explanation,
      given.created_at
    from (
      select
        (one ->> 0)::uuid as decision_id,
        (one ->> 1)::text as rail,
        (one ->> 2)::text as bank_id,
        nullif(one -> 3, 'null') as explanation,
        (one ->> 4)::timestamptz as created_at
      from jsonb_array_elements(written -> 'routing.decision') as one
      offset 0
    ) as given
    on conflict do nothing;
  end if;
  if written ? 'transfers.attempt' then
    insert into transfers.attempt (
      merchant_id,
      transfer_id,
      attempt,
      bank_id,
      bank_no,
      rail,
      reference,
      decision_id,
      send_by,
      live,
      evidence,
      at
    )
    select
      $1,
      given.transfer_id,
      given.attempt,
      given.bank_id,
      given.bank_no,
      given.rail,
      given.reference,
      given.decision_id,
      given.send_by,
      given.live,
      given.evidence,
      given.at
    from (
      select
        (one ->> 0)::uuid as transfer_id,
        (one ->> 1)::smallint as attempt,
        (one ->> 2)::text as bank_id,
        (one ->> 3)::smallint as bank_no,
        (one ->> 4)::text as rail,
        (one ->> 5)::text as reference,
        (one ->> 6)::uuid as decision_id,
        (one ->> 7)::timestamptz as send_by,
        (one ->> 8)::boolean as live,
        (one ->> 9)::text as evidence,
        (one ->> 10)::timestamptz as at
      from jsonb_array_elements(written -> 'transfers.attempt') as one
      offset 0
    ) as given;
    get diagnostics touched = row_count;
    if touched <> jsonb_array_length(written -> 'transfers.attempt') then
      if known is not null then
        raise exception 'transfers.attempt' using errcode = 'VT409';
      end if;
      perform lib.refuse_rows(touched, jsonb_array_length(written -> 'transfers.attempt'));
    end if;
  end if;
  if written ? 'webhooks.event' then
    with published as (
          insert into webhooks.event (merchant_id, subject_id, at, seq, pending, type, data)
          select $1, given.subject_id, given.at, given.seq,
            exists (select from webhooks.endpoint where merchant_id = $1 and status = 'enabled'),
            given.type, given.data
          from (
      select
        (one ->> 0)::uuid as subject_id,
        (one ->> 1)::timestamptz as at,
        (one ->> 2)::integer as seq,
        (one ->> 3)::text as type,
        nullif(one -> 4, 'null') as data
      from jsonb_array_elements(written -> 'webhooks.event') as one
      offset 0
    ) as given
          returning pending
        )
        select count(pg_notify('webhooks', $1::text)) into touched
        from (select from published where pending limit 1) as one;
  end if;
  if written ? 'ledger.account: balances' then
    with moved as (
          update ledger.account as account
          set balance_paise = given.balance_paise + case when known is null then 0 else account.balance_paise end
          from (
      select
        (one ->> 0)::integer as account_no,
        (one ->> 1)::bigint as balance_paise
      from jsonb_array_elements(written -> 'ledger.account: balances') as one
      offset 0
    ) as given
          where account.merchant_id = $1
            and account.account_no = given.account_no
          returning account.account_no, account.balance_paise - given.balance_paise as before
        )
        select jsonb_object_agg(account_no, before), count(*)
        into base, touched
        from moved;
    if touched <> jsonb_array_length(written -> 'ledger.account: balances') then
      if known is not null then
        raise exception 'ledger.account: balances' using errcode = 'VT409';
      end if;
      perform lib.refuse_rows(touched, jsonb_array_length(written -> 'ledger.account: balances'));
    end if;
  end if;
  if written ? 'ledger.posting' then
    insert into ledger.posting (
      merchant_id,
      cause_id,
      phase,
      line,
      kind,
      debit_no,
      credit_no,
      amount_paise,
      debit_balance_paise,
      credit_balance_paise,
      at
    )
    select
      $1,
      given.cause_id,
      given.phase,
      given.line,
      given.kind,
      given.debit_no,
      given.credit_no,
      given.amount_paise,
      given.debit_balance_paise + (base ->> given.debit_no::text)::bigint,
      given.credit_balance_paise + (base ->> given.credit_no::text)::bigint,
      given.at
    from (
      select
        (one ->> 0)::uuid as cause_id,
        (one ->> 1)::smallint as phase,
        (one ->> 2)::smallint as line,
        (one ->> 3)::text as kind,
        (one ->> 4)::integer as debit_no,
        (one ->> 5)::integer as credit_no,
        (one ->> 6)::bigint as amount_paise,
        (one ->> 7)::bigint as debit_balance_paise,
        (one ->> 8)::bigint as credit_balance_paise,
        (one ->> 9)::timestamptz as at
      from jsonb_array_elements(written -> 'ledger.posting') as one
      offset 0
    ) as given;
    get diagnostics touched = row_count;
    if touched <> jsonb_array_length(written -> 'ledger.posting') then
      if known is not null then
        raise exception 'ledger.posting' using errcode = 'VT409';
      end if;
      perform lib.refuse_rows(touched, jsonb_array_length(written -> 'ledger.posting'));
    end if;
  end if;
  xid := pg_current_xact_id()::xid;
end
$phase$;
