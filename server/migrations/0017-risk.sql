-- What a merchant allows its own transfers: modes, rules, payees never to be paid. Checked on every order.
create schema risk;
grant usage on schema risk to vitaran_app;

create table risk.mode_set (
  merchant_id uuid not null primary key,
  -- Modes that the merchant has not been given at all, and those it has switched off.
  unavailable_modes text[] not null default '{}',
  disabled_modes text[] not null default '{}'
);
select lib.protect('risk.mode_set');

-- Every version of every rule. A rule is changed by a new version, so what spoke once can be read for ever.
create table risk.rule (
  merchant_id uuid not null,
  rule_id uuid not null,
  version integer not null,
  kind text not null,
  -- What the kind asks for; amounts in paise.
  parameters jsonb not null,
  scope text not null,
  -- One fund source, beneficiary or rail; null: each of them for itself.
  scope_id text,
  effect text not null,
  -- Rules are asked in the order of their places.
  place integer not null,
  active boolean not null,
  set_at timestamptz not null,
  set_by text not null,
  -- When a newer version, or the removal of the rule, ended this one; null: it is the current one.
  ended_at timestamptz,
  ended_by text,
  -- Versions are numbered in the order in which they begin and end, which is not the order of the moments at which the
  -- transactions began: what an Owner gives back is compared with the rules that stood beside it then.
  nth bigint,
  ended_nth bigint,
  -- The former version that an Owner gave back by this one.
  gives_back integer,
  constraint rule_version_once primary key (merchant_id, rule_id, version),
  constraint version_counts_from_one check (version >= 1),
  constraint kind_is_known check (
    kind in (
      'trusted_amount', 'transfer_limit', 'daily_limit', 'velocity', 'new_payee', 'duplicate', 'unusual_amount'
    )
  ),
  constraint parameters_are_named check (jsonb_typeof(parameters) = 'object'),
  constraint scope_is_known check (scope in ('merchant', 'fund_source', 'beneficiary', 'rail')),
  constraint there_is_one_merchant check (scope <> 'merchant' or scope_id is null),
  constraint effect_is_known check (effect in ('allow', 'review', 'block')),
  constraint only_trust_allows check ((kind = 'trusted_amount') = (effect = 'allow')),
  constraint place_is_sensible check (place between 0 and 1000000),
  constraint ended_by_someone check ((ended_at is null) = (ended_by is null))
);
-- A version never changes: it ends.
select lib.protect_append_only('risk.rule');
grant update (ended_at, ended_by, ended_nth) on risk.rule to vitaran_app;
create unique index rule_has_one_current_version on risk.rule (merchant_id, rule_id) where ended_at is null;
create index rule_in_force on risk.rule (merchant_id, place) where active and ended_at is null;

create table risk.blocked_payee (
  merchant_id uuid not null,
  block_id uuid not null,
  kind text not null,
  -- A bank account or card token by its blind index, everything else as its cleaned text.
  key text not null,
  -- What people may see of it.
  shown text not null,
  because text not null,
  blocked_at timestamptz not null,
  blocked_by text not null,
  -- Until then; null: for ever.
  expires_at timestamptz,
  unblocked_at timestamptz,
  unblocked_by text,
  constraint block_once primary key (merchant_id, block_id),
  constraint kind_is_known check (kind in ('beneficiary', 'account', 'vpa', 'phone', 'ifsc', 'bank', 'card')),
  constraint blocked_for_a_reason check (because <> ''),
  constraint unblocked_by_someone check ((unblocked_at is null) = (unblocked_by is null))
);
select lib.protect('risk.blocked_payee');
create unique index payee_blocked_once on risk.blocked_payee (merchant_id, kind, key) where unblocked_at is null;

-- What was accepted, counted per subject and day in India or minute. Kept only where a rule counts it.
create table risk.usage (
  merchant_id uuid not null,
  span text not null,
  -- The merchant, one of its fund sources or beneficiaries, or a rail.
  subject text not null,
  starts_at timestamptz not null,
  transfers integer not null,
  paise bigint not null,
  constraint usage_counted_once primary key (merchant_id, span, subject, starts_at),
  constraint span_is_known check (span in ('day', 'minute'))
) with (fillfactor = 50);
select lib.protect('risk.usage');

-- Accepted transfers by where they pay to, for rules that compare. Kept only where there is such a rule.
create table risk.precedent (
  merchant_id uuid not null,
  transfer_id uuid not null,
  reference_id bigint not null,
  destination bytea not null,
  amount_paise bigint not null,
  accepted_at timestamptz not null,
  constraint precedent_once primary key (merchant_id, transfer_id)
);
select lib.protect_append_only('risk.precedent');
grant update (destination) on risk.precedent to vitaran_app;
create index precedent_by_destination on risk.precedent (merchant_id, destination, reference_id desc);
create index precedent_by_amount on risk.precedent (merchant_id, destination, amount_paise, accepted_at desc);

-- Why a transfer was stopped or is to be looked at: the rule that spoke, as it was then, and what it had counted.
create table risk.verdict (
  merchant_id uuid not null,
  transfer_id uuid not null,
  -- When the order was accepted, or later, before it was sent.
  stage text not null,
  effect text not null,
  code text not null,
  reason text not null,
  kind text not null,
  -- The rule or the block; null: a mode that the merchant does not have.
  rule_id uuid,
  rule_version integer,
  scope text,
  scope_id text,
  parameters jsonb not null,
  counted jsonb not null,
  judged_at timestamptz not null,
  constraint verdict_once primary key (merchant_id, transfer_id, stage),
  constraint stage_is_known check (stage in ('accept', 'dispatch')),
  constraint only_what_is_not_allowed_is_kept check (effect in ('review', 'block'))
);
select lib.protect_append_only('risk.verdict');
grant update (parameters) on risk.verdict to vitaran_app;
create index verdict_of_rule on risk.verdict (merchant_id, rule_id, transfer_id) where rule_id is not null;

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

-- How a rule would have judged the past. Each aggregate walks transfers in the order in which they were judged and says
-- of each whether the rule stops it. What is stopped was not accepted and does not count for those after it, unless
-- the rule only asks for a look (`keeps`). What is not `judged` counts as it was.

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

-- What of a payee a mode pays to: the keyed index of a VPA or phone number that is sealed; of any other what it is.
create function risk.paid_to(
  mode text, beneficiary_id uuid, account_index bytea, vpa_index bytea, phone_index bytea, card_index bytea,
  vpa text, phone text
) returns bytea
language sql immutable parallel safe
return case
  when mode = 'upi' and starts_with(vpa, 'sealed:1:') then vpa_index
  when mode in ('paytm', 'amazonpay') and starts_with(phone, 'sealed:1:') then phone_index
  else risk.destination_of(mode, beneficiary_id, account_index, vpa, phone, card_index)
end;

-- What rules look back on: transfers with what they paid to. Whoever asks sees their own merchant's, as in the tables.
-- A transfer that failed and was paid after all has reached its payee: rules compare with it as with any paid one.
-- What failed for lack of money when it came counts for nothing, like what a rule stopped then.
create view risk.past_transfer with (security_invoker = true) as
select transfer.merchant_id, transfer.transfer_id, transfer.reference_id, transfer.transfer_key,
  transfer.fund_source_id, transfer.beneficiary_id, transfer.rail, transfer.amount_paise, transfer.accepted_at,
  -- Whether it was accepted as an order, whatever became of it.
  not (transfer.status in ('rejected', 'failed') and transfer.steps = 1) as taken,
  -- When it ended without the payee having the money; null: it has not.
  case
    when transfer.reason = 'PAID_AFTER_FAILURE' then null
    when transfer.status in ('failed', 'cancelled', 'rejected', 'reversed') then transfer.finished_at
  end as unpaid_at,
  case
    when transfer.status = 'succeeded' or transfer.reason = 'PAID_AFTER_FAILURE' then transfer.finished_at
  end as paid_at,
  risk.paid_to(
    transfer.mode, transfer.beneficiary_id, payee.account_index, payee.vpa_index, payee.phone_index, payee.card_index,
    payee.vpa, payee.phone
  ) as destination,
  payee.added_at as payee_added_at, payee.account_index, payee.vpa, payee.phone, payee.ifsc,
  payee.card_index, payee.vpa_index, payee.phone_index,
  -- Whether it was paid or is on its way: it does not wait for approvers, and did not end before a bank had it.
  transfer.status <> 'awaiting_approval'
    and not (transfer.status in ('rejected', 'failed', 'cancelled') and transfer.attempt = 0) as released,
  transfer.released_at
from transfers.transfer
left join beneficiaries.beneficiary as payee
  on payee.merchant_id = transfer.merchant_id
 and payee.beneficiary_id = transfer.beneficiary_id;
grant select on risk.past_transfer to vitaran_app;
