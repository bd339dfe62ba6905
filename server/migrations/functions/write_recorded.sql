-- Writes what banks have reported: facts, and the changes of their transfers.
-- Made by npm run write-functions; not to be edited.
create function phase.write_recorded_a089848eb059(
  merchant uuid, known jsonb, given_rows text,
  out missed text, out at timestamptz, out xid xid
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
        select from jsonb_object_keys(known -> 'transfers') as given (id)
        cross join lateral (
          select from transfers.fact
          where merchant_id = merchant
            and transfer_id = given.id::uuid
          limit 1
        ) as reported
      ) then 'facts'
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

    written := replace(given_rows, '{"the time of the writes":0}', to_json(at)::text)::jsonb;
  end if;
  if written ? 'transfers.transfer: changes' then
    update transfers.transfer as transfer
        set status = given.status,
      waiting_for = given.waiting_for,
      acknowledged = given.acknowledged,
      deemed = given.deemed,
      utr = given.utr,
      reason = given.reason,
      bank_id = given.bank_id,
      bank_no = given.bank_no,
      rail = given.rail,
      attempt = given.attempt,
      enquiries = given.enquiries,
      steps = given.steps,
      events = given.events,
      due_at = given.due_at,
      released_at = given.released_at,
      sent_at = given.sent_at,
      finished_at = given.finished_at,
      fee_paise = given.fee_paise,
      tax_paise = given.tax_paise,
      reserve_paise = given.reserve_paise,
      held_in_approval = given.held_in_approval
        from (
      select
        (one ->> 0)::uuid as transfer_id,
        (one ->> 1)::text as status_before,
        (one ->> 2)::text as status,
        (one ->> 3)::text as waiting_for,
        (one ->> 4)::boolean as acknowledged,
        (one ->> 5)::boolean as deemed,
        (one ->> 6)::text as utr,
        (one ->> 7)::text as reason,
        (one ->> 8)::text as bank_id,
        (one ->> 9)::smallint as bank_no,
        (one ->> 10)::text as rail,
        (one ->> 11)::smallint as attempt,
        (one ->> 12)::smallint as enquiries,
        (one ->> 13)::smallint as steps,
        (one ->> 14)::smallint as events,
        (one ->> 15)::timestamptz as due_at,
        (one ->> 16)::timestamptz as released_at,
        (one ->> 17)::timestamptz as sent_at,
        (one ->> 18)::timestamptz as finished_at,
        (one ->> 19)::bigint as fee_paise,
        (one ->> 20)::bigint as tax_paise,
        (one ->> 21)::integer as reserve_paise,
        (one ->> 22)::boolean as held_in_approval
      from jsonb_array_elements(written -> 'transfers.transfer: changes') as one
      offset 0
    ) as given
        where transfer.merchant_id = $1
          and transfer.transfer_id = given.transfer_id
          and transfer.status = given.status_before
          and (known is null or transfer.xmin::text = known -> 'transfers' ->> given.transfer_id::text);
    get diagnostics touched = row_count;
    if touched <> jsonb_array_length(written -> 'transfers.transfer: changes') then
      if known is not null then
        raise exception 'transfers.transfer: changes' using errcode = 'VT409';
      end if;
      perform lib.refuse_rows(touched, jsonb_array_length(written -> 'transfers.transfer: changes'));
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
  if written ? 'transfers.attempt: ended or revived' then
    update transfers.attempt as attempt
        set live = given.live,
            evidence = given.evidence
        from (
      select
        (one ->> 0)::uuid as transfer_id,
        (one ->> 1)::smallint as attempt,
        (one ->> 2)::boolean as live,
        (one ->> 3)::text as evidence
      from jsonb_array_elements(written -> 'transfers.attempt: ended or revived') as one
      offset 0
    ) as given
        where attempt.merchant_id = $1
          and attempt.transfer_id = given.transfer_id
          and attempt.attempt = given.attempt;
    get diagnostics touched = row_count;
    if touched <> jsonb_array_length(written -> 'transfers.attempt: ended or revived') then
      if known is not null then
        raise exception 'transfers.attempt: ended or revived' using errcode = 'VT409';
      end if;
      perform lib.refuse_rows(touched, jsonb_array_length(written -> 'transfers.attempt: ended or revived'));
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
  if written ? 'transfers.fact' then
    insert into transfers.fact (
      merchant_id,
      transfer_id,
      attempt,
      fact_key,
      source,
      evidence,
      credited,
      code,
      detail,
      utr,
      reason,
      other_bank,
      at
    )
    select
      $1,
      given.transfer_id,
      given.attempt,
      given.fact_key,
      given.source,
      given.evidence,
      given.credited,
      given.code,
      given.detail,
      given.utr,
      given.reason,
      given.other_bank,
      given.at
    from (
      select
        (one ->> 0)::uuid as transfer_id,
        (one ->> 1)::smallint as attempt,
        (one ->> 2)::text as fact_key,
        (one ->> 3)::text as source,
        (one ->> 4)::text as evidence,
        (one ->> 5)::boolean as credited,
        (one ->> 6)::text as code,
        (one ->> 7)::text as detail,
        (one ->> 8)::text as utr,
        (one ->> 9)::text as reason,
        (one ->> 10)::boolean as other_bank,
        (one ->> 11)::timestamptz as at
      from jsonb_array_elements(written -> 'transfers.fact') as one
      offset 0
    ) as given;
    get diagnostics touched = row_count;
    if touched <> jsonb_array_length(written -> 'transfers.fact') then
      if known is not null then
        raise exception 'transfers.fact' using errcode = 'VT409';
      end if;
      perform lib.refuse_rows(touched, jsonb_array_length(written -> 'transfers.fact'));
    end if;
  end if;
  xid := pg_current_xact_id()::xid;
end
$phase$;
