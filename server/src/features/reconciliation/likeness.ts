import { DAYS_BEFORE, IS_CALLED_RETURN, IS_TIEABLE, IS_WHOLE, UNSTATED } from "./conditions.ts";

/** A credit with the number of a debit is of that debit, whatever the debit is. */
const IS_OF_NO_DEBIT = `
  not exists (
    select from reconciliation.line as numbered
    where numbered.merchant_id = $1
      and numbered.bank_id = $2
      and numbered.utr = line.utr
      and numbered.side = 'debit'
      and numbered.state <> 'vanished'
  )`;

/** Lines with some reference of the payer are left out: if it were ours, it would be known. */
const isLikened = (isMeant: string): string => `
  ${IS_TIEABLE}
    and line.reference is null
    and line.counterparty_last4 is not null
    and ${isMeant}
    and ${IS_WHOLE}`;

/**
 * Applies only when the whole day is known: either exactly one line of a side and one attempt are alike, or
 * nothing is tied. If several attempts of one amount and account's end fit a line there, none of them is tied, nor any
 * of the lines. Counting shows that, so thousands of equal payments and lines are not compared one by one. A return
 * that is booked comes before all others, because its line adds no money.
 */
const byLikeness = (isMeant: string): string => `
  with line as materialized (
    select line_id, side, amount_paise, counterparty_last4 as tail, utr, ${DAYS_BEFORE} as days
    from reconciliation.line
    where ${isLikened(isMeant)}
  ), asked as materialized (
    select distinct side, amount_paise, days, false as unnamed
    from line
  ), ${UNSTATED}, crowd as materialized (
    select side, amount_paise, tail, bool_or(is_back) as is_back,
      count(*) filter (where is_back) > 1
        or (not bool_or(is_back) and count(*) filter (where any_fits or utr is null) > 1) as crowded
    from unstated
    join (
      -- A debit that has a UTR is of no payment that has another one.
      select side, amount_paise, tail, bool_or(side = 'credit' or utr is null) as any_fits
      from line
      group by side, amount_paise, tail
    ) as stated using (side, amount_paise, tail)
    group by side, amount_paise, tail
  ), pair as materialized (
    select line_id, side, transfer_id, attempt
    from line
    join crowd using (side, amount_paise, tail)
    join unstated as candidate using (side, amount_paise, tail, is_back)
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
    and counted.lines = 1`;

export const DEBIT_BY_LIKENESS = byLikeness("line.side = 'debit'");

const IS_RETURN = `${IS_CALLED_RETURN} and ${IS_OF_NO_DEBIT}`;

/** Credits that are tied by likeness. Before that, the bank is asked about the payments that are like them. */
export const IS_LIKENED_CREDIT = isLikened(IS_RETURN);

/** The tie alone books nothing: see `decideAttempt`. */
export const CREDIT_BY_LIKENESS = byLikeness(IS_RETURN);
