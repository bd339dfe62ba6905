-- How a rule would have judged the past. Each aggregate walks transfers in the order in which they were judged and says
-- of each whether the rule stops it. What is stopped was not accepted and does not count for those after it, unless
-- the rule only asks for a look (`keeps`). What is not `judged` counts as it was.

-- The payee's phone number, without what may stand before an Indian mobile's ten digits.
create function risk.phone_key(phone text) returns text
language sql immutable parallel safe
return case when phone ~ '^(91|0)?[6-9][0-9]{9}$' then right(phone, 10) else phone end;

-- What of a payee a mode pays to. Equal for equal bank accounts, VPAs, phones and cards, whichever beneficiary has
-- them. None of the texts can hold a backslash, so that the cast takes them as they are; unlike convert_to it can be
-- inlined.
create function risk.destination_of(
  mode text, beneficiary_id uuid, account_index bytea, vpa text, phone text, card_index bytea
) returns bytea
language sql immutable parallel safe
return case
  when mode = 'upi' and vpa is not null then ('vpa:' || lower(vpa))::bytea
  when mode in ('paytm', 'amazonpay') and phone is not null then ('phone:' || risk.phone_key(phone))::bytea
  when mode in ('banktransfer', 'imps', 'neft', 'rtgs') and account_index is not null then account_index
  when mode = 'card' and card_index is not null then card_index
  else ('beneficiary:' || beneficiary_id::text)::bytea
end;

create type risk.summed as (paise bigint, stops boolean);

create function risk.add_to_sum(state risk.summed, paise bigint, most bigint, judged boolean, keeps boolean)
returns risk.summed
language plpgsql immutable parallel safe
as $$
begin
  state.stops := judged and state.paise + paise > most;
  if keeps or not state.stops then
    state.paise := state.paise + paise;
  end if;
  return state;
end
$$;

-- Whether the amount would take the sum of those before it above the most.
create aggregate risk.is_above_sum(paise bigint, most bigint, judged boolean, keeps boolean) (
  sfunc = risk.add_to_sum,
  stype = risk.summed,
  initcond = '(0,f)'
);

create type risk.counted as (minutes timestamptz[], transfers integer[], total integer, stops boolean);

create function risk.add_to_count(
  state risk.counted, minute timestamptz, period interval, most integer, judged boolean, keeps boolean
) returns risk.counted
language plpgsql immutable parallel safe
as $$
declare
  old integer := 0;
  size integer := cardinality(state.minutes);
begin
  while old < size and state.minutes[old + 1] < minute - period loop
    old := old + 1;
    state.total := state.total - state.transfers[old];
  end loop;
  if old > 0 then
    state.minutes := state.minutes[old + 1:];
    state.transfers := state.transfers[old + 1:];
    size := size - old;
  end if;
  state.stops := judged and state.total >= most;
  if keeps or not state.stops then
    state.total := state.total + 1;
    if size > 0 and state.minutes[size] >= minute then
      state.transfers[size] := state.transfers[size] + 1;
    else
      state.minutes := state.minutes || minute;
      state.transfers := state.transfers || 1;
    end if;
  end if;
  return state;
end
$$;

-- Whether so many came before it, in its minute and the period before.
create aggregate risk.is_above_count(
  minute timestamptz, period interval, most integer, judged boolean, keeps boolean
) (
  sfunc = risk.add_to_count,
  stype = risk.counted,
  initcond = '({},{},0,f)'
);

-- Of those that were not paid in the end only their time until then counts.
create type risk.repeated as (
  newest timestamptz, unpaid_from timestamptz[], unpaid_until timestamptz[], stops boolean
);

create function risk.add_to_repeats(
  state risk.repeated, at timestamptz, unpaid_at timestamptz, period interval, judged boolean, keeps boolean
) returns risk.repeated
language plpgsql immutable parallel safe
as $$
begin
  if cardinality(state.unpaid_from) > 0 then
    select coalesce(array_agg(known.since), '{}'), coalesce(array_agg(known.until), '{}')
    into state.unpaid_from, state.unpaid_until
    from unnest(state.unpaid_from, state.unpaid_until) as known (since, until)
    where known.until > at
      and known.since > at - period;
  end if;
  state.stops := judged and (coalesce(state.newest > at - period, false) or cardinality(state.unpaid_from) > 0);
  if keeps or not state.stops then
    if unpaid_at is null then
      state.newest := greatest(state.newest, at);
    else
      state.unpaid_from := state.unpaid_from || at;
      state.unpaid_until := state.unpaid_until || unpaid_at;
    end if;
  end if;
  return state;
end
$$;

-- Whether another came within the period before it and was not known then to be unpaid.
create aggregate risk.is_repeated(
  at timestamptz, unpaid_at timestamptz, period interval, judged boolean, keeps boolean
) (
  sfunc = risk.add_to_repeats,
  stype = risk.repeated,
  initcond = '(,{},{},f)'
);

create type risk.acquainted as (paid_since timestamptz, stops boolean);

create function risk.add_to_acquaintance(
  state risk.acquainted, at timestamptz, paid_at timestamptz, young boolean, judged boolean, keeps boolean
) returns risk.acquainted
language plpgsql immutable parallel safe
as $$
begin
  state.stops := judged and (young or not coalesce(state.paid_since <= at, false));
  if keeps or not state.stops then
    state.paid_since := least(state.paid_since, paid_at);
  end if;
  return state;
end
$$;

-- Whether the payee was young, or none of those before it had been paid by then.
create aggregate risk.is_new_payee(
  at timestamptz, paid_at timestamptz, young boolean, judged boolean, keeps boolean
) (
  sfunc = risk.add_to_acquaintance,
  stype = risk.acquainted,
  initcond = '(,f)'
);

-- The newest amounts, the newest first, with the end of those that were not paid; all others once more, sorted.
create type risk.usual as (amounts bigint[], unpaid_until timestamptz[], lasting bigint[], stops boolean);

-- Whether an amount is further from the median of the known ones than so many times their spread: the median
-- distance from the median, at least a tenth of it. The known ones come sorted.
create function risk.is_far(paise bigint, known bigint[], times integer, either_way boolean) returns boolean
language plpgsql immutable parallel safe
as $$
declare
  size integer := cardinality(known);
  below integer := (size + 1) / 2;
  above integer := below + 1;
  middle bigint := known[below];
  deviation bigint := case when either_way then abs(paise - middle) else paise - middle end;
  spread bigint := 0;
begin
  if deviation <= times * greatest(middle / 10, 1) then
    return false;
  end if;
  -- From the median outwards the distances come in their order.
  for place in 1 .. (size + 1) / 2 loop
    if above > size or (below > 0 and middle - known[below] <= known[above] - middle) then
      spread := middle - known[below];
      below := below - 1;
    else
      spread := known[above] - middle;
      above := above + 1;
    end if;
  end loop;
  return deviation > times * spread;
end
$$;

create function risk.add_to_usual(
  state risk.usual, paise bigint, at timestamptz, unpaid_at timestamptz, terms jsonb, judged boolean, keeps boolean
) returns risk.usual
language plpgsql immutable parallel safe
as $$
declare
  most integer := (terms ->> 'knownMax')::integer;
  known bigint[] := state.lasting;
  place integer;
begin
  if judged and cardinality(state.lasting) < cardinality(state.amounts) then
    known := array(
      select amount
      from unnest(state.amounts, state.unpaid_until) as one (amount, until)
      where until is null
         or until > at
      order by amount
    );
  end if;
  state.stops := judged
    and cardinality(known) >= (terms ->> 'leastKnown')::integer
    and risk.is_far(paise, known, (terms ->> 'times')::integer, terms ->> 'direction' = 'either');
  if state.stops and not keeps then
    return state;
  end if;
  -- width_bucket counts the elements of a sorted array that are not above a value.
  if state.amounts[most] is not null and state.unpaid_until[most] is null then
    place := width_bucket(state.amounts[most], state.lasting);
    state.lasting := state.lasting[:place - 1] || state.lasting[place + 1:];
  end if;
  if unpaid_at is null then
    place := width_bucket(paise, state.lasting);
    state.lasting := state.lasting[:place] || paise || state.lasting[place + 1:];
  end if;
  state.amounts := (paise || state.amounts)[:most];
  state.unpaid_until := (unpaid_at || state.unpaid_until)[:most];
  return state;
end
$$;

-- Whether the amount is unlike the newest ones before it.
create aggregate risk.is_unusual(
  paise bigint, at timestamptz, unpaid_at timestamptz, terms jsonb, judged boolean, keeps boolean
) (
  sfunc = risk.add_to_usual,
  stype = risk.usual,
  initcond = '({},{},{},f)'
);
