/** Refunds, as people see and retry them. */
import { type Actor, recordAudit } from "#audit";
import { countSuspended } from "#fund-sources";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { wakeWorker } from "#lib/worker";
import { WithdrawalError } from "./errors.ts";
import { refundBy } from "./place-refunds.ts";
import { REFUND, type Refund } from "./refund.ts";

const SET_MAX = 500;

/** Creates a refund, due now, for each suspended arrival that has none, and returns how many. */
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

/** A merchant's refunds, newest first, at most `limit` (1 to 1,000); with `before` only those that arrived earlier. */
export async function listRefunds(
  tx: Tx,
  { limit, before }: { limit: number; before?: { readonly topUpId: string } },
): Promise<Refund[]> {
  return tx.query<Refund>(
    `select ${REFUND.columns}
     from withdrawals.refund
     where merchant_id = $1
       and ($2::uuid is null or top_up_id < $2)
     order by top_up_id desc
     limit $3`,
    [tx.merchantId, before?.topUpId ?? null, Math.min(Math.max(limit, 1), 1_000)],
  );
}

/**
 * Locks a refund that a person must decide about until the transaction ends. Throws WithdrawalError.refund_not_found,
 * refund_under_way while it is tried or has ended, refund_paid_late if the sender has the money already.
 */
async function lockStuck(tx: Tx, topUpId: string): Promise<void> {
  const [refund] = await tx.query<Refund>(
    `select ${REFUND.columns}
     from withdrawals.refund
     where merchant_id = $1
       and top_up_id = $2
     for update`,
    [tx.merchantId, topUpId],
  );
  if (refund === undefined) throw WithdrawalError.refund_not_found({ topUpId });
  if (refund.status !== "stuck") throw WithdrawalError.refund_under_way({ status: refund.status });
  if (refund.reason === "PAID_AFTER_FAILURE") throw WithdrawalError.refund_paid_late({ utr: refund.utr });
}

/**
 * Tries a stuck refund once more. Throws WithdrawalError.refund_not_found, refund_under_way while it is tried anyway or
 * has ended, or refund_paid_late if the sender has the money.
 */
export async function retryRefund(
  ctx: Context,
  merchantId: string,
  { topUpId, by }: { topUpId: string; by: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await lockStuck(tx, topUpId);
    await tx.execute(
      `update withdrawals.refund
       set status = 'waiting', due_at = $3
       where merchant_id = $1
         and top_up_id = $2`,
      [merchantId, topUpId, tx.now],
    );
    await recordAudit(tx, [
      { actor: by, action: "withdrawals.refund_retried", subject: `top-up:${topUpId}` },
    ]);
    await wakeWorker(tx, "withdrawals");
  });
}

/**
 * Lets money that would go back to its sender count as a recharge after all, because a person knows that it is the
 * merchant's own. Throws WithdrawalError.refund_not_found, refund_under_way while a transfer may pay it back, or
 * refund_paid_late if the sender has the money.
 */
export async function creditRefund(
  ctx: Context,
  merchantId: string,
  { topUpId, because, by }: { topUpId: string; because: string; by: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await lockStuck(tx, topUpId);
    await countSuspended(tx, topUpId);
    await tx.execute(
      `update withdrawals.refund
       set status = 'credited', reason = null, finished_at = $3
       where merchant_id = $1
         and top_up_id = $2`,
      [merchantId, topUpId, tx.now],
    );
    const action = "withdrawals.refund_credited";
    await recordAudit(tx, [{ actor: by, action, subject: `top-up:${topUpId}`, detail: { because } }]);
  });
}
