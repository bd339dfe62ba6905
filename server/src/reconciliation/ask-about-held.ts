import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { askAboutAttempts } from "#transfers";
import type { Tied } from "./read-booked-attempts.ts";

const SET_MAX = 50;

/**
 * Asks banks once about refused payments whose debit waits for its reversal, so that one that was paid after
 * all need not wait for the next statement. Returns true if a bank was asked.
 */
export async function askAboutHeld(ctx: Context, merchantId: string): Promise<boolean> {
  const held = await ctx.db.inMerchant(merchantId, (tx) => noteAsked(tx));
  await askAboutAttempts(ctx, merchantId, held);
  return held.length > 0;
}

/** Notes the enquiry before it is made. After a crash the line waits, as if the bank had not responded. */
function noteAsked(tx: Tx): Promise<Tied[]> {
  return tx.query<Tied>(
    `update reconciliation.line
     set evidence = coalesce(evidence, '{}') || '{"asked": true}'
     where merchant_id = $1
       and line_id in (
         select line_id
         from reconciliation.line
         where merchant_id = $1
           and held_until is not null
           and transfer_id is not null
           and not coalesce(evidence ? 'asked', false)
         limit ${SET_MAX}
       )
     returning transfer_id as "transferId", attempt`,
    [tx.merchantId],
  );
}
