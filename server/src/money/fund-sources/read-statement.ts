/** Reads the statement of a fund source in pages, and sums it up. */
import type { Tx } from "#lib/db";
import { FundSourceError } from "./errors.ts";
import { kindOfEntry, type StatementKind } from "./statement-kinds.ts";

/** The fund source's ledger account. $1 merchant, $2 fund source. */
const STATEMENT_ACCOUNT = `
    select account.account_no, account.balance_paise, source.kind
    from fund_sources.fund_source as source
    join ledger.account
      on account.merchant_id = source.merchant_id
     and account.account_no = source.ledger_account_no
    where source.merchant_id = $1
      and source.fund_source_id = $2
      and source.kind <> 'transit'`;

/** The change of the account by a posting; negative for debits. */
const POSTING_CHANGE = `
        case when posting.credit_no = account.account_no then posting.amount_paise else -posting.amount_paise end`;

/** Returns the postings of the account from a moment on. */
const postingsOf = (from: string): string => `
    from account
    join ledger.posting
      on posting.merchant_id = $1
     and posting.at >= ${from}
     and (posting.debit_no = account.account_no or posting.credit_no = account.account_no)`;

/** Money that bypassed the wallet: it is shown, and changes no balance. */
const notedEntries = (within: (at: string, id: string) => string): string => `
    select top_up.top_up_id, 'unregistered_credit' as kind, top_up.arrived_at as at, top_up.amount_paise
    from account
    join fund_sources.top_up on top_up.merchant_id = $1 and top_up.suspended and top_up.fund_source_id = $2
    where ${within("top_up.arrived_at", "top_up.top_up_id")}
    union all
    select refund.top_up_id, 'refund', refund.finished_at, refund.amount_paise
    from account
    join withdrawals.refund on refund.merchant_id = $1 and refund.status = 'paid'
    join fund_sources.top_up
      on top_up.merchant_id = refund.merchant_id
     and top_up.top_up_id = refund.top_up_id
     and top_up.fund_source_id = $2
    where ${within("refund.finished_at", "refund.top_up_id")}`;

/** Charges in an entry: all but the transfer's amount; what payment gives back was held only for charges. */
const CHARGES = `
    case
      when transfer.transfer_id is null then 0
      when page.kind = 'post' then page.amount_paise
      else page.amount_paise - transfer.amount_paise
    end`;

/** The shown columns of the entries of `page`, under the names of a statement's entry. */
const ENTRY_FACTS = `
    page.at, page.kind as "entryKind",
    page.amount_paise - (${CHARGES}) as "amountPaise",
    page.change_paise as "changePaise", page.balance_paise as "balancePaise",
    ${CHARGES} as "chargesPaise",
    coalesce(transfer.transfer_key, internal_transfer.transfer_key, withdrawal.withdrawal_key, loan.loan_key) as key,
    coalesce(transfer.reference_id, internal_transfer.reference_id, disbursal.reference_id) as "referenceId",
    coalesce(transfer.utr, case when page.kind = 'refund' then refund.utr else top_up.utr end, withdrawal.utr,
      disbursal.utr) as utr,
    coalesce(transfer.remarks, internal_transfer.remarks, withdrawal.remarks, disbursal.remarks) as remarks`;

/** The joins for these columns; `page` precedes them. */
const ENTRY_JOINS = `
  left join transfers.transfer
    on transfer.merchant_id = $1 and transfer.transfer_id = page.cause_id
  left join fund_sources.top_up
    on top_up.merchant_id = $1 and top_up.top_up_id = page.cause_id
  left join withdrawals.refund
    on refund.merchant_id = $1 and refund.top_up_id = page.cause_id
  left join fund_sources.internal_transfer
    on internal_transfer.merchant_id = $1 and internal_transfer.internal_transfer_id = page.cause_id
  left join withdrawals.withdrawal
    on withdrawal.merchant_id = $1 and withdrawal.withdrawal_id = page.cause_id
  left join lending.loan
    on loan.merchant_id = $1 and loan.loan_id = page.cause_id
  left join transfers.transfer as disbursal
    on disbursal.merchant_id = $1 and disbursal.transfer_key = loan.loan_key`;

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
  /** The start of the period, included. */
  readonly from: Date;
  /** The end of the period, not included. */
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

/** The totals of a statement, in paise: opening + credited - debited = closing. */
interface StatementTotals {
  readonly openingPaise: bigint;
  readonly closingPaise: bigint;
  readonly creditedPaise: bigint;
  readonly debitedPaise: bigint;
}

/**
 * Sums up a fund source's statement from a moment (included) to another (not included), all as of one moment.
 * Throws FundSourceError.not_found.
 */
export async function sumStatement(
  tx: Tx,
  fundSourceId: string,
  { from, to }: { from: Date; to: Date },
): Promise<StatementTotals> {
  const [totals] = await tx.query<StatementTotals>(SUM, [tx.merchantId, fundSourceId, from, to]);
  if (totals === undefined) throw FundSourceError.not_found({ fundSourceId });
  return totals;
}

const SUM = `
  with account as (${STATEMENT_ACCOUNT}
  ), change as (
    select posting.at, posting.credit_no = account.account_no as is_credit, ${POSTING_CHANGE} as paise
    ${postingsOf("$3")}
  ), total as (
    select coalesce(sum(paise), 0)::bigint as since,
      coalesce(sum(paise) filter (where at >= $4), 0)::bigint as later,
      coalesce(sum(paise) filter (where at < $4 and is_credit), 0)::bigint as credited,
      coalesce(-sum(paise) filter (where at < $4 and not is_credit), 0)::bigint as debited
    from change
  )
  select account.balance_paise - since as "openingPaise", account.balance_paise - later as "closingPaise",
    credited as "creditedPaise", debited as "debitedPaise"
  from account
  cross join total`;
