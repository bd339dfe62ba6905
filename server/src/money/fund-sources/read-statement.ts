import type { Tx } from "#lib/db";
import { FundSourceError } from "./errors.ts";
import { kindOfEntry, type StatementKind } from "./statement-kinds.ts";
import {
  ENTRY_FACTS,
  ENTRY_JOINS,
  notedEntries,
  POSTING_CHANGE,
  postingsOf,
  STATEMENT_ACCOUNT,
} from "./statement-parts.ts";

// The query of a statement as people scroll through it: newest first, starting from a position. Balances are
// calculated backwards from the current balance over what happened since, so that they are right wherever the
// page begins. $1 merchant, $2 fund source, $3 from (included), $4 moment of the position (not included
// without $5 to $7), $5 to $7 cause, phase and direction of the entry before which the page begins, $8 limit,
// $9 the kinds of entries with their direction, or null.

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

// The query of a statement: a single SQL statement, so that all of it is as of one moment. Postings carry the
// balance that they left, but in the order in which they locked the account, which is not quite that of their
// times. So balances are calculated again in the order that is shown: backwards from the current balance over
// everything since `from`. $1 merchant, $2 fund source, $3 from (included), $4 to (not included), $5 limit,
// $6 offset.

const inRange = (at: string): string => `${at} >= $3 and ${at} < $4`;

const READ_STATEMENT = `
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

/** One entry of a fund source's statement. Amounts are in paise. */
export interface StatementEntry {
  readonly at: Date;
  readonly kind: StatementKind;
  /** The amount without charges, always positive; that of an unregistered credit changes no balance. */
  readonly amountPaise: bigint;
  /** The change of the available balance; negative for debits. */
  readonly changePaise: bigint;
  /** The fee and tax included in the change. */
  readonly chargesPaise: bigint;
  /** The available balance right after it. */
  readonly balancePaise: bigint;
  /** The merchant's own id of the transfer, withdrawal or internal transfer; null if there is none. */
  readonly key: string | null;
  /** Our number of the transfer or internal transfer. */
  readonly referenceId: bigint | null;
  readonly utr: string | null;
  readonly remarks: string | null;
}

export interface SourceStatement {
  /** The available balance right before `from`, and right before `to`. */
  readonly openingPaise: bigint;
  readonly closingPaise: bigint;
  /** The number of entries on all pages. */
  readonly entryCount: number;
  /** Oldest first. */
  readonly entries: readonly StatementEntry[];
}

export interface StatementPage {
  /** Included. */
  readonly from: Date;
  /** Not included. */
  readonly to: Date;
  /** Counts from 1. */
  readonly page: number;
  readonly perPage: number;
}

/**
 * Reads a page of a fund source's statement over a period: transfers, credits, reversals, withdrawals,
 * verification charges, internal transfers; for the wallet also money that did not count and went back. Each
 * entry's balance is the previous one plus its change; the last one is the closing balance. All as of one
 * moment. Throws FundSourceError.not_found.
 */
export async function readStatement(
  tx: Tx,
  fundSourceId: string,
  { from, to, page, perPage }: StatementPage,
): Promise<SourceStatement> {
  const rows = await tx.query<Row>(READ_STATEMENT, [
    tx.merchantId,
    fundSourceId,
    from,
    to,
    perPage,
    (page - 1) * perPage,
  ]);
  const [first] = rows;
  if (first === undefined) throw FundSourceError.not_found({ fundSourceId });
  const { openingPaise, closingPaise, entryCount } = first;
  const entries = rows.flatMap((row) => (row.at === null ? [] : [entryOf({ ...row, at: row.at })]));
  return { openingPaise, closingPaise, entryCount: Number(entryCount), entries };
}

/** One row of the query; without an entry (`at` null) if the page is empty. */
interface Row extends Omit<StatementEntry, "at" | "kind"> {
  readonly openingPaise: bigint;
  readonly closingPaise: bigint;
  readonly entryCount: bigint;
  readonly at: Date | null;
  readonly entryKind: string;
}

function entryOf({ entryKind, ...row }: Row & { at: Date }): StatementEntry {
  const { at, amountPaise, changePaise, chargesPaise, balancePaise, key, referenceId, utr, remarks } = row;
  const kind = kindOfEntry(entryKind, changePaise);
  return { at, kind, amountPaise, changePaise, chargesPaise, balancePaise, key, referenceId, utr, remarks };
}
