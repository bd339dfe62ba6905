import { UPSTREAMS } from "#banks";
import type { Tx } from "#lib/db";
import type { AttemptToAsk } from "#transfers";
import { IS_UNTIED, IS_WHOLE, TOLD, UNSTATED } from "./conditions.ts";
import type { DayOfBank } from "./tie-lines.ts";

/** If more payments are alike, the bank is asked about those that were sent last before the line. */
const CANDIDATES_MAX = 50;

/**
 * Finds payments without a known UTR that resemble a debit with one, to ask their bank: the UTR in its
 * response ties the line, or nothing does. For payments without an outcome, one enquiry of their rail's
 * budget is brought forward, until the whole day is here. Payments with the UTR of a line are asked about too if only
 * a callback of an upstream has told it.
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
    where line.utr not in (select utr from told)
  ), asked as materialized (
    select distinct side, amount_paise, true as unnamed
    from unknown
  ), ${UNSTATED}, unnamed as materialized (
    select *
    from unstated
    where not exists (
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
  ), ${unconfirmedOf("named")}
  (select transfer_id as "transferId", attempt, live and not ${IS_WHOLE} as "onBudget"
  from unnamed
  join unknown using (side, amount_paise)
  where counterparty_last4 is null
    or has_no_account
    or counterparty_last4 = tail
  group by transfer_id, attempt, live
  order by min(abs(extract(epoch from unknown.booked_at - unnamed.at)))
  limit ${CANDIDATES_MAX})
  union all
  (select distinct transfer_id, attempt, false
  from unconfirmed
  limit ${CANDIDATES_MAX})`;
