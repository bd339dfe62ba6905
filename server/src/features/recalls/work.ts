/** The background work of recalls: they end when the money comes back, or when the bank has not answered in time. */
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import { defineWorker, momentsIn } from "#lib/worker";
import { moveRecalls } from "./move-recalls.ts";
import { ANSWER_DAYS, RECALL, type Recall } from "./recall.ts";

const SET_MAX = 200;

/** Does all due work of a merchant's recalls, by its clock. Safe to run at any time and in several processes. */
export async function workRecalls(ctx: Pick<Context, "db">, merchantId: string): Promise<void> {
  while ((await endReturned(ctx, merchantId)) === SET_MAX);
  while ((await expireUnanswered(ctx, merchantId)) === SET_MAX);
}

/** When a transfer comes back, its newest recall is marked as returned, whatever was answered before. */
async function endReturned(ctx: Pick<Context, "db">, merchantId: string): Promise<number> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const returned = await tx.query<Recall & { because: string | null }>(FIND_RETURNED, [merchantId, tx.now]);
    const moves = returned.map(({ because, ...recall }) => ({
      recall,
      to: "returned" as const,
      because: because ?? "the money came back",
    }));
    await moveRecalls(tx, moves, "system");
    crashPoint("recalls.return.before_commit");
    return moves.length;
  });
}

/** Selects the newest recall of each transfer that came back. */
const IS_RETURNED = `
  recall.status <> 'returned'
    and (transfer.status = 'reversed' or transfer.reason = 'PAID_LATE_AND_RETURNED')
    and not exists (
      select from recalls.recall as later
      where later.merchant_id = recall.merchant_id
        and later.transfer_id = recall.transfer_id
        and later.place > recall.place
    )`;

const FIND_RETURNED = `
  select ${RECALL.columns}, transfer.reason as because
  from recalls.recall
  join transfers.transfer
    on transfer.merchant_id = recall.merchant_id
   and transfer.transfer_id = recall.transfer_id
  where recall.merchant_id = $1
    and recall.watched_until > $2
    and ${IS_RETURNED}
  order by recall.recall_id
  limit ${SET_MAX}
  for update of recall skip locked`;

async function expireUnanswered(ctx: Pick<Context, "db">, merchantId: string): Promise<number> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const due = await tx.query<Recall>(
      `select ${RECALL.columns}
       from recalls.recall
       where merchant_id = $1
         and due_at <= $2
       order by recall_id
       limit ${SET_MAX}
       for update skip locked`,
      [merchantId, tx.now],
    );
    const because = `no answer in ${ANSWER_DAYS} days`;
    await moveRecalls(
      tx,
      due.map((recall) => ({ recall, to: "expired" as const, because })),
      "system",
    );
    return due.length;
  });
}

export const recallsWorker = defineWorker({
  name: "recalls",
  everyMs: 2_000,
  due: `exists (
      select from recalls.recall
      where recall.merchant_id = clock.merchant_id
        and recall.due_at <= clock.now
    )
    or exists (
      select from recalls.recall
      join transfers.transfer
        on transfer.merchant_id = recall.merchant_id
       and transfer.transfer_id = recall.transfer_id
      where recall.merchant_id = clock.merchant_id
        and recall.watched_until > clock.now
        and ${IS_RETURNED}
    )`,
  work: workRecalls,
  /** The times at which recalls end without an answer. */
  moments: { recalls: momentsIn("recalls.recall") },
});
