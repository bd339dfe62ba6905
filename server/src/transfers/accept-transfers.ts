/** Accepting orders: known or new, possible or not, funds held, and where nothing stands between, sent at once. */
import type { Context } from "#lib/context";
import { CrashError, crashPoint } from "#lib/crash-points";
import { CommitUnknownError, type Tx } from "#lib/db";
import { gather } from "#lib/gather";
import { decideOrders, sendingsOf, type Decided } from "./decide-orders.ts";
import type { Acceptance, TransferOrder } from "./order.ts";
import { payAttempts, type Sending } from "./pay-attempts.ts";
import { readAcceptanceFacts } from "./read-acceptance-facts.ts";
import { runtimeOf } from "./runtime.ts";
import { writeAccepted } from "./write-accepted.ts";

const SET_MAX = 256;

/**
 * Takes one order and answers after the commit. Concurrent calls of a merchant are taken as one set. Sending,
 * where it may begin at once, goes on behind the answer: see `awaitOutcome`.
 */
export function acceptTransfer(ctx: Context, merchantId: string, order: TransferOrder): Promise<Acceptance> {
  const accept = runtimeOf(ctx).perMerchant(merchantId, "accept", () =>
    gather<TransferOrder, Acceptance>({
      limit: SET_MAX,
      lanes: 2,
      flush: (orders) => acceptTransfers(ctx, merchantId, orders),
    }),
  );
  return accept(order);
}

/** Takes a set of orders in one commit and answers them in their order. */
export async function acceptTransfers(
  ctx: Context,
  merchantId: string,
  orders: readonly TransferOrder[],
): Promise<Acceptance[]> {
  const { payers, stopping } = runtimeOf(ctx);
  const places = stopping ? 0 : payers.take(merchantId, orders.length);
  const plan: Plan = { decided: null, sendings: [] };
  // Taken before the transaction begins, so that the time until a send only seems longer than it is.
  const startedAt = performance.now();
  try {
    await ctx.db.inMerchant(merchantId, (tx) =>
      acceptInTransaction(ctx, tx, { orders, places, plan, startedAt }),
    );
  } catch (error) {
    payers.free(merchantId, places);
    if (!(error instanceof CommitUnknownError) || plan.decided === null) throw error;
    return settleUnknownCommit(ctx, merchantId, { orders, decided: plan.decided, sendings: plan.sendings });
  }
  crashPoint("transfers.accept.committed");
  payers.free(merchantId, places - plan.sendings.length);
  payAttempts(ctx, plan.sendings);
  return plan.decided!.acceptances;
}

/** What the transaction decided; kept outside of it for the case that the answer to COMMIT is lost. */
interface Plan {
  decided: Decided | null;
  sendings: Sending[];
}

interface Accepting {
  orders: readonly TransferOrder[];
  /** How many may be sent at once. */
  places: number;
  plan: Plan;
  startedAt: number;
}

async function acceptInTransaction(
  ctx: Context,
  tx: Tx,
  { orders, places, plan, startedAt }: Accepting,
): Promise<void> {
  const facts = await readAcceptanceFacts(ctx, tx, orders);
  crashPoint("transfers.accept.locked");
  plan.decided = decideOrders(ctx, { tx, orders, facts, places });
  plan.sendings = sendingsOf(plan.decided, startedAt);
  crashPoint("transfers.accept.decided");
  await writeAccepted(tx, plan.decided);
  crashPoint("transfers.accept.written");
}

/**
 * The answer to COMMIT was lost. The set is taken once more: its first statement waits for the lost commit if
 * that is still under way, and then finds which transfers it made. Those get the answer (and the sending) that
 * was planned for them; the others are taken now.
 */
async function settleUnknownCommit(
  ctx: Context,
  merchantId: string,
  {
    orders,
    decided,
    sendings,
  }: { orders: readonly TransferOrder[]; decided: Decided; sendings: readonly Sending[] },
): Promise<Acceptance[]> {
  crashPoint("transfers.accept.commit_unknown");
  const again = await acceptTransfers(ctx, merchantId, orders).catch((error: unknown) => {
    if (error instanceof CrashError || error instanceof CommitUnknownError) throw error;
    // Whatever kept us from looking: the orders may be taken, and the caller must hear exactly that.
    throw new CommitUnknownError(error);
  });
  const made = new Set(again.flatMap((one) => (one.kind === "repeated" ? [one.transfer.transferId] : [])));
  const lost = sendings.filter((sending) => made.has(sending.transfer.transferId));
  payAttempts(ctx, lost.slice(0, runtimeOf(ctx).payers.take(merchantId, lost.length)));
  return again.map((one, index) => {
    const planned = decided.acceptances[index]!;
    const isMade = "transfer" in planned && made.has(planned.transfer.transferId);
    return one.kind === "repeated" && isMade ? planned : one;
  });
}
