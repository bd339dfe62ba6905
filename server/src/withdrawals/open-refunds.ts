import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { refundBy } from "./refund-days.ts";

const SET_MAX = 500;

/** Notes a refund, due now, for each suspended arrival that has none; answers how many. */
export async function openRefunds(ctx: Context, merchantId: string): Promise<number> {
  const count = await ctx.db.inMerchant(merchantId, open);
  crashPoint("withdrawals.refunds.opened");
  return count;
}

async function open(tx: Tx): Promise<number> {
  const arrived = await tx.query<{ topUpId: string; amountPaise: bigint; arrivedAt: Date }>(FIND, [
    tx.merchantId,
    SET_MAX,
  ]);
  if (arrived.length === 0) return 0;
  return tx.execute(
    `insert into withdrawals.refund (merchant_id, top_up_id, amount_paise, refund_by, due_at)
     select $1, arrived.*, $2
     from unnest($3::uuid[], $4::bigint[], $5::timestamptz[]) as arrived
     on conflict (merchant_id, top_up_id) do nothing`,
    [
      tx.merchantId,
      tx.now,
      arrived.map(({ topUpId }) => topUpId),
      arrived.map(({ amountPaise }) => amountPaise),
      arrived.map(({ arrivedAt }) => refundBy(arrivedAt)),
    ],
  );
}

const FIND = `
  select top_up.top_up_id as "topUpId", top_up.amount_paise as "amountPaise", top_up.arrived_at as "arrivedAt"
  from fund_sources.top_up
  left join withdrawals.refund
    on refund.merchant_id = top_up.merchant_id
   and refund.top_up_id = top_up.top_up_id
  where top_up.merchant_id = $1
    and top_up.suspended
    and refund.top_up_id is null
  order by top_up.arrived_at
  limit $2`;
