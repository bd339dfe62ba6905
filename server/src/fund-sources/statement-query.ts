/**
 * The query of a statement: a single SQL statement, so that all of it is as of one moment.
 * Postings carry the balance that they left, but in the order in which they locked the account, which is not
 * quite that of their times. So balances are calculated again in the order that is shown: backwards from the
 * current balance over everything since `from`.
 * $1 merchant, $2 fund source, $3 from (included), $4 to (not included), $5 limit, $6 offset.
 */
import {
  ENTRY_FACTS,
  ENTRY_JOINS,
  notedEntries,
  POSTING_CHANGE,
  postingsOf,
  STATEMENT_ACCOUNT,
} from "./statement-parts.ts";

const inRange = (at: string): string => `${at} >= $3 and ${at} < $4`;

export const READ_STATEMENT = `
  with account as (${STATEMENT_ACCOUNT}
  ), later as (
    -- Only summed, so that a statement of long ago costs what happened since, once.
    select coalesce(sum(${POSTING_CHANGE}
      ), 0)::bigint as change_paise
    ${postingsOf("$4")}
  ), booked as (
    select posting.cause_id, posting.kind, posting.at, posting.phase, sum(${POSTING_CHANGE}) as change_paise
    ${postingsOf("$3")}
     and posting.at < $4
    -- One cause may take and later get back in the same phase.
    group by posting.cause_id, posting.kind, posting.at, posting.phase, posting.credit_no = account.account_no
  ), noted as (
    ${notedEntries(inRange)}
  ), entry as materialized (
    select cause_id, kind, at, phase, change_paise::bigint as change_paise, abs(change_paise)::bigint as amount_paise
    from booked
    union all
    select top_up_id, kind, at, 0, 0, amount_paise
    from noted
  ), total as (
    select (account.balance_paise - later.change_paise - coalesce(sum(entry.change_paise), 0))::bigint as opening_paise,
      account.balance_paise - later.change_paise as closing_paise,
      count(entry.at) as entry_count
    from account
    cross join later
    left join entry on true
    group by account.balance_paise, later.change_paise
  ), page as (
    select entry.*,
      (total.opening_paise + sum(entry.change_paise) over (
        order by entry.at, entry.cause_id, entry.phase, entry.change_paise
      ))::bigint as balance_paise
    from entry
    cross join total
    order by entry.at, entry.cause_id, entry.phase, entry.change_paise
    limit $5 offset $6
  )
  select total.opening_paise as "openingPaise", total.closing_paise as "closingPaise",
    total.entry_count as "entryCount", ${ENTRY_FACTS}
  from total
  left join page on true
  ${ENTRY_JOINS}
  order by page.at, page.cause_id, page.phase, page.change_paise`;
