import type { Tx } from "#lib/db";

/** Money that arrived, and its sender as far as the bank reported it. The amount is in paise. */
export interface TopUp {
  readonly topUpId: string;
  readonly fundSourceId: string;
  readonly bankId: string;
  readonly utr: string;
  readonly amountPaise: bigint;
  readonly arrivedAt: Date;
  readonly fromName: string | null;
  readonly fromAccountLast4: string | null;
  readonly fromIfsc: string | null;
}

/** Reads top-ups by their ids; those that do not exist are left out. */
export async function readTopUps(tx: Tx, topUpIds: readonly string[]): Promise<ReadonlyMap<string, TopUp>> {
  const rows = await tx.query<TopUp>(
    `select top_up_id as "topUpId", fund_source_id as "fundSourceId", bank_id as "bankId", utr,
       amount_paise as "amountPaise", arrived_at as "arrivedAt", from_name as "fromName",
       from_account_last4 as "fromAccountLast4", from_ifsc as "fromIfsc"
     from fund_sources.top_up
     where merchant_id = $1
       and top_up_id = any ($2::uuid[])`,
    [tx.merchantId, topUpIds],
  );
  return new Map(rows.map((row) => [row.topUpId, row]));
}
