import { postEntries, sourceAccounts } from "#ledger";
import type { Tx } from "#lib/db";
import { confirmCredits } from "./book-top-ups.ts";
import { FundSourceError } from "./errors.ts";
import { TRANSIT_NO } from "./fund-source.ts";

interface Suspended {
  readonly topUpId: string;
  readonly utr: string;
  readonly amountPaise: bigint;
  readonly fundSourceId: string;
  readonly sourceNo: number;
}

/**
 * Counts money that was suspended, in the caller's transaction, and notifies the merchant
 * (CREDIT_CONFIRMATION). It can only be booked once. Throws FundSourceError.top_up_not_suspended.
 */
export async function countSuspended(tx: Tx, topUpId: string): Promise<void> {
  const [found] = await tx.query<Suspended>(READ, [tx.merchantId, topUpId]);
  if (found === undefined) throw FundSourceError.top_up_not_suspended({ topUpId });
  const { sourceNo, amountPaise, fundSourceId } = found;
  const line = {
    debit: sourceAccounts(TRANSIT_NO).available,
    credit: sourceAccounts(sourceNo).available,
    amountPaise,
  };
  // The arrival itself was line 1 of the same phase.
  await postEntries(tx, [{ causeId: topUpId, kind: "top_up", firstLine: 2, lines: [line] }]);
  await tx.execute(
    `update fund_sources.fund_source
     set last_top_up_paise = $3
     where merchant_id = $1
       and fund_source_id = $2`,
    [tx.merchantId, fundSourceId, amountPaise],
  );
  await confirmCredits(tx, [found]);
}

const READ = `
  select top_up.top_up_id as "topUpId", top_up.utr, top_up.amount_paise as "amountPaise",
    top_up.fund_source_id as "fundSourceId", source.source_no as "sourceNo"
  from fund_sources.top_up
  join fund_sources.fund_source as source
    on source.merchant_id = top_up.merchant_id
   and source.fund_source_id = top_up.fund_source_id
  where top_up.merchant_id = $1
    and top_up.top_up_id = $2
    and top_up.suspended`;
