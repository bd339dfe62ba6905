import { UPSTREAMS } from "#banks";
import type { Tx } from "#lib/db";
import type { AttemptToAsk } from "#transfers";
import { DAYS_BEFORE, IS_UNTIED, IS_WHOLE, TOLD, UNSTATED } from "./conditions.ts";
import { NAMED_BY_CREDITS } from "./cut-reference.ts";
import { IS_LIKENED_CREDIT } from "./likeness.ts";
import type { Tied } from "./line.ts";
import type { DayOfBank } from "./tie-lines.ts";

/** If more payments are alike, the bank is asked about those that were sent last before the line. */
const CANDIDATES_MAX = 50;

/**
 * Finds payments without a known UTR that resemble a debit with one, to ask their bank: the UTR in its
 * response ties the line, or nothing does. For payments without an outcome, one enquiry of their rail's
 * budget is brought forward, until the whole day is here. Payments with the UTR of a line are asked about too if only
 * a callback of an upstream has told it, and so are payments that only a credit's likeness names: that is the return of
 * one of them only if the bank says so.
 */
export function readCandidates(tx: Tx, { bankId, day }: DayOfBank): Promise<AttemptToAsk[]> {
  return tx.query<AttemptToAsk>(READ, [tx.merchantId, bankId, day]);
}

/**
 * CTE: the attempts of bank $2 of which only a callback of an upstream has told a UTR of the CTE `lines`. Other banks
 * are not looked up, and all UTRs at once, as for TOLD.
 */
export const unconfirmedOf = (lines: string): string => `
  unconfirmed as materialized (
    select distinct fact.utr, fact.transfer_id, fact.attempt
    from transfers.fact
    join transfers.attempt using (merchant_id, transfer_id, attempt)
    where fact.merchant_id = $1
      and $2 in (${UPSTREAMS.map(({ id }) => `'${id}'`).join(", ")})
      and fact.utr = any (array(select utr from ${lines} where utr is not null))
      and fact.source = 'callback'
      and attempt.bank_id = $2
      and not exists (
        select from transfers.fact as asked
        where asked.merchant_id = $1
          and asked.transfer_id = fact.transfer_id
          and asked.attempt = fact.attempt
          and asked.source = 'enquiry'
          and asked.utr is not null
      )
  )`;

const LIKENED = `
  select distinct transfer_id, attempt
  from reconciliation.line
  where merchant_id = $1
    and bank_id = $2
    and day = $3::date
    and state = 'new'
    and side = 'credit'
    and rule = 'likeness'
  union
  (${NAMED_BY_CREDITS})`;

/**
 * Reads the attempts to which only likeness ties new credits, and those that only their words name, so that the bank
 * decides whether they came back.
 */
export function readLikened(tx: Tx, { bankId, day }: DayOfBank): Promise<Tied[]> {
  return tx.query<Tied>(`select transfer_id as "transferId", attempt from (${LIKENED}) as likened`, [
    tx.merchantId,
    bankId,
    day,
  ]);
}

const READ = `
  with line as materialized (
    select side, amount_paise, counterparty_last4, booked_at, utr
    from reconciliation.line
    where ${IS_UNTIED}
      and line.side = 'debit'
      and line.kind <> 'charge'
      and line.reference is null
      and line.utr is not null
  ), ${TOLD}, unknown as materialized (
    select *
    from line
    -- Two banks may give two payments one number.
    where line.utr not in (
      select told.utr
      from told
      join transfers.attempt using (transfer_id, attempt)
      where attempt.merchant_id = $1
        and attempt.bank_id = $2
    )
  ), back as materialized (
    select side, amount_paise, counterparty_last4 as tail, ${DAYS_BEFORE} as days, booked_at
    from reconciliation.line
    where ${IS_LIKENED_CREDIT}
  ), asked as materialized (
    select distinct side, amount_paise, 1 as days, true as unnamed
    from unknown
    union all
    select distinct side, amount_paise, days, false
    from back
  ), ${UNSTATED}, unnamed as materialized (
    select *
    from unstated
    where side = 'debit'
      and not exists (
        select from transfers.fact
        where fact.merchant_id = $1
          and fact.transfer_id = unstated.transfer_id
          and fact.attempt = unstated.attempt
          and fact.utr is not null
      )
  ), named as materialized (
    select utr
    from reconciliation.line
    where ${IS_UNTIED}
      and line.kind <> 'charge'
  ), ${unconfirmedOf("named")}, found as (
    (select transfer_id, attempt, status = 'sent' and live and not ${IS_WHOLE} as on_budget
    from unnamed
    join unknown using (side, amount_paise)
    where counterparty_last4 is null
      or has_no_account
      or counterparty_last4 = tail
    group by transfer_id, attempt, status, live
    order by min(abs(extract(epoch from unknown.booked_at - unnamed.at)))
    limit ${CANDIDATES_MAX})
    union all
    (select distinct transfer_id, attempt, false
    from unconfirmed
    limit ${CANDIDATES_MAX})
    union all
    (select transfer_id, attempt, false
    from (${LIKENED}) as likened
    limit ${CANDIDATES_MAX})
    union all
    (select transfer_id, attempt, false
    from unstated
    join back using (side, amount_paise, tail)
    where (amount_paise, tail) not in (select amount_paise, tail from unstated where is_back and tail is not null)
    group by transfer_id, attempt
    order by min(back.booked_at - unstated.at)
    limit ${CANDIDATES_MAX})
  )
  -- A payment may be found for a debit and for a credit; what a credit is, is asked at once.
  select transfer_id as "transferId", attempt, bool_and(on_budget) as "onBudget"
  from found
  group by transfer_id, attempt`;
