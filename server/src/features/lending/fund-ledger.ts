import { LENDER_ID, ORIGINATOR_ID, topUp, type Sender } from "#fund-sources";
import type { Context } from "#lib/context";
import type { Party } from "./loan.ts";

/** Money of a party that arrived at one of the merchant's banks. */
interface LedgerCredit {
  readonly party: Party;
  readonly bankId: string;
  readonly utr: string;
  readonly amountPaise: bigint;
  readonly from?: Sender;
}

const SOURCES: Readonly<Record<Party, string>> = { lender: LENDER_ID, originator: ORIGINATOR_ID };

/**
 * Credits the lender's or the originator's ledger with money that arrived, once per bank and UTR, and notifies the
 * merchant (CREDIT_CONFIRMATION). Throws like `topUp`: FundSourceError.not_found if nothing is agreed.
 */
export async function fundLedger(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { party, ...credit }: LedgerCredit,
): Promise<{ topUpId: string; repeated: boolean }> {
  const { topUpId, repeated } = await topUp(ctx, merchantId, { ...credit, fundSourceId: SOURCES[party] });
  return { topUpId, repeated };
}
