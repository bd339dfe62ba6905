/**
 * The query of a statement as people scroll through it: newest first, starting from a position. Balances are
 * calculated backwards from the current balance over what happened since, so that they are right wherever the
 * page begins.
 * $1 merchant, $2 fund source, $3 from (included), $4 moment of the position (not included without $5 to $7),
 * $5 to $7 cause, phase and direction of the entry before which the page begins, $8 limit, $9 the kinds of
 * entries with their direction, or null.
 */
import {
  ENTRY_FACTS,
  ENTRY_JOINS,
  notedEntries,
  POSTING_CHANGE,
  postingsOf,
  STATEMENT_ACCOUNT,
} from "./statement-parts.ts";

const isBefore = (at: string, cause: string, phase: string, isCredit: string): string => `
      case when $5::uuid is null then ${at} < $4
      else (${at}, ${cause}, ${phase}, ${isCredit}) < ($4, $5::uuid, $6::smallint, $7::boolean) end`;

const POSTING_IS_BEFORE = isBefore(
  "posting.at",
  "posting.cause_id",
  "posting.phase",
  "(posting.credit_no = account.account_no)",
);

const ORDER = "entry.at desc, entry.cause_id desc, entry.phase desc, entry.is_credit desc";

export const READ_STATEMENT_BEFORE = `
  with account as (${STATEMENT_ACCOUNT}
  ), later as (
    select coalesce(sum(${POSTING_CHANGE}
      ), 0)::bigint as change_paise
    ${postingsOf("$4")}
     and not (${POSTING_IS_BEFORE})
  ), booked as (
    select posting.cause_id, posting.kind, posting.at, posting.phase,
      posting.credit_no = account.account_no as is_credit, sum(${POSTING_CHANGE}) as change_paise
    ${postingsOf("$3")}
     and posting.at <= $4
     and (${POSTING_IS_BEFORE})
    group by posting.cause_id, posting.kind, posting.at, posting.phase, posting.credit_no = account.account_no
  ), noted as (
    ${notedEntries((at, id) => `${at} >= $3 and ${at} <= $4 and (${isBefore(at, id, "0::smallint", "false")})`)}
  ), entry as materialized (
    select cause_id, kind, at, phase, is_credit, change_paise::bigint as change_paise,
      abs(change_paise)::bigint as amount_paise
    from booked
    union all
    select top_up_id, kind, at, 0::smallint, false, 0, amount_paise
    from noted
  ), balanced as (
    select entry.*,
      (account.balance_paise - later.change_paise - coalesce(sum(entry.change_paise) over (
        order by ${ORDER}
        rows between unbounded preceding and 1 preceding
      ), 0))::bigint as balance_paise
    from entry
    cross join account
    cross join later
  ), page as (
    select *
    from balanced as entry
    where $9::text[] is null
      or entry.kind || case when entry.is_credit then '+' else '-' end = any ($9)
    order by ${ORDER}
    limit $8
  )
  select page.cause_id as "causeId", page.phase, page.is_credit as "isCredit", ${ENTRY_FACTS}
  from page
  ${ENTRY_JOINS}
  order by page.at desc, page.cause_id desc, page.phase desc, page.is_credit desc`;
