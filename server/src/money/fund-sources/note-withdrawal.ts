import type { Tx } from "#lib/db";

/** Records a withdrawal as the last one of its fund source. */
export async function noteWithdrawal(
  tx: Tx,
  { fundSourceId, amountPaise }: { fundSourceId: string; amountPaise: bigint },
): Promise<void> {
  await tx.execute(
    `update fund_sources.fund_source
     set last_withdrawal_paise = $3
     where merchant_id = $1
       and fund_source_id = $2`,
    [tx.merchantId, fundSourceId, amountPaise],
  );
}
