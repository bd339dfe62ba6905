import { openSenders, TRANSIT_ID, type Sender } from "#fund-sources";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { isIfsc, isInlineAccountNumber, isName } from "#rails";
import type { TransferOrder } from "#transfers";
import { placeOrders, type Placement } from "./place-orders.ts";
import { nextMorning } from "./refund-days.ts";
import { refundColumns, refundKeyOf, type Refund } from "./refund.ts";

const SET_MAX = 100;

/**
 * Makes the transfers that pay due refunds back to their senders; answers how many refunds were due. A sender whose
 * account the bank did not tell is for a person to find.
 */
export async function placeRefunds(ctx: Context, merchantId: string): Promise<number> {
  const { due, orders } = await ctx.db.inMerchant(merchantId, (tx) => readDue(ctx, tx));
  if (due.length === 0) return 0;
  const payable = due.filter((_, index) => orders[index] !== null);
  const placements = await placeOrders(
    ctx,
    merchantId,
    orders.filter((order) => order !== null),
  );
  crashPoint("withdrawals.refunds.accepted");
  const placed = new Map(payable.map((refund, index) => [refund, placements[index]!]));
  await ctx.db.inMerchant(merchantId, (tx) => note(tx, due, placed));
  crashPoint("withdrawals.refunds.noted");
  return due.length;
}

async function readDue(
  ctx: Context,
  tx: Tx,
): Promise<{ due: readonly Refund[]; orders: (TransferOrder | null)[] }> {
  const due = await tx.query<Refund>(
    `select ${refundColumns}
     from withdrawals.refund
     where merchant_id = $1
       and due_at <= $2
       and status = 'waiting'
     order by due_at, top_up_id
     limit $3`,
    [tx.merchantId, tx.now, SET_MAX],
  );
  if (due.length === 0) return { due, orders: [] };
  const senders = await openSenders(
    tx,
    ctx.vault,
    due.map(({ topUpId }) => topUpId),
  );
  return { due, orders: due.map((refund) => orderOf(refund, senders.get(refund.topUpId)!)) };
}

/** The order that pays a refund; null when nobody knows where to. */
function orderOf({ topUpId, tries, amountPaise }: Refund, sender: Sender): TransferOrder | null {
  const { name = "", accountNumber = "", ifsc = "" } = sender;
  if (!isInlineAccountNumber(accountNumber) || !isIfsc(ifsc.toUpperCase())) return null;
  return {
    transferKey: refundKeyOf(topUpId, tries + 1),
    payee: { inline: { name: isName(name) ? name : "Sender", accountNumber, ifsc } },
    amountPaise,
    mode: "banktransfer",
    remarks: "Refund of a recharge",
    fundSourceId: TRANSIT_ID,
    origin: { kind: "refund", id: topUpId },
  };
}

/** What changed meanwhile has been told by the engine already and stays. */
async function note(tx: Tx, due: readonly Refund[], placed: ReadonlyMap<Refund, Placement>): Promise<void> {
  const again = nextMorning(tx.now);
  const notes = due.map((refund) => {
    const placement = placed.get(refund);
    if (placement?.kind === "placed") return { status: "processing", reason: null, dueAt: null, tried: 1 };
    if (placement === undefined) return { status: "stuck", reason: "SENDER_UNKNOWN", dueAt: null, tried: 0 };
    const mayWait = again <= refund.refundBy;
    const { reason } = placement;
    return { status: mayWait ? "waiting" : "stuck", reason, dueAt: mayWait ? again : null, tried: 1 };
  });
  await tx.execute(NOTE, [
    tx.merchantId,
    due.map(({ topUpId }) => topUpId),
    due.map(({ tries }) => tries),
    notes.map(({ status }) => status),
    notes.map(({ reason }) => reason),
    notes.map(({ dueAt }) => dueAt),
    notes.map(({ tried }) => tried),
  ]);
}

const NOTE = `
  update withdrawals.refund as refund
  set status = noted.status,
    reason = noted.reason,
    due_at = noted.due_at,
    tries = noted.tries + noted.tried
  from unnest($2::uuid[], $3::smallint[], $4::text[], $5::text[], $6::timestamptz[], $7::smallint[])
    as noted (top_up_id, tries, status, reason, due_at, tried)
  where refund.merchant_id = $1
    and refund.top_up_id = noted.top_up_id
    and refund.tries = noted.tries
    and refund.status = 'waiting'`;
