import type { Tx } from "#lib/db";
import { FundSourceError } from "./errors.ts";
import { POSTING_CHANGE, postingsOf, STATEMENT_ACCOUNT } from "./statement-parts.ts";

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
