import { IS_TIEABLE, IS_WHOLE, UNSTATED } from "./conditions.ts";

/**
 * Applies only when the whole day is known: either exactly one line of a side and one attempt are alike, or
 * nothing is tied. Lines with some reference of the payer are left out: if it were ours, it would be known.
 * If several attempts of one amount and account's end fit a line there, none of them is tied, nor any of the
 * lines. Counting shows that, so thousands of equal payments and lines are not compared one by one.
 */
export const BY_LIKENESS = `
  with line as materialized (
    select line_id, side, amount_paise, counterparty_last4 as tail, utr
    from reconciliation.line
    where ${IS_TIEABLE}
      and line.reference is null
      and (line.kind in ('reversal', 'return') or line.side = 'debit')
      and line.counterparty_last4 is not null
      and ${IS_WHOLE}
  ), asked as materialized (
    select distinct side, amount_paise, false as unnamed
    from line
  ), ${UNSTATED}, ended as materialized (
    select side, amount_paise, transfer_id, attempt, utr, tail
    from unstated
    cross join lateral (select distinct named as tail from unnest(tails) as named) as its_ends
  ), crowd as materialized (
    select side, amount_paise, tail, count(*) filter (where any_fits or utr is null) > 1 as crowded
    from ended
    join (
      -- A debit that has a UTR is of no payment that has another one.
      select side, amount_paise, tail, bool_or(side = 'credit' or utr is null) as any_fits
      from line
      group by side, amount_paise, tail
    ) as stated using (side, amount_paise, tail)
    group by side, amount_paise, tail
  ), candidate as materialized (
    select ended.*, crowded, bool_or(crowded) over (partition by transfer_id, attempt, side) as beside_a_crowd
    from ended
    join crowd using (side, amount_paise, tail)
  ), pair as materialized (
    select line_id, side, transfer_id, attempt, beside_a_crowd
    from line
    join candidate using (side, amount_paise, tail)
    where not crowded
      and (line.side = 'credit' or line.utr is null or candidate.utr is null or candidate.utr = line.utr)
  ), counted as (
    select *, count(*) over (partition by line_id) as attempts,
      count(*) over (partition by transfer_id, attempt, side) as lines
    from pair
  )
  update reconciliation.line
  set transfer_id = counted.transfer_id, attempt = counted.attempt, rule = 'likeness',
    evidence = jsonb_build_object('amount', line.amount_paise::text, 'accountTail', line.counterparty_last4, 'day', $3)
  from counted
  where line.merchant_id = $1
    and line.line_id = counted.line_id
    and counted.attempts = 1
    and counted.lines = 1
    and not counted.beside_a_crowd`;
