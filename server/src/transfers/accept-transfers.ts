/** Accepting orders: known or new, possible or not, funds held, and where nothing stands between, sent at once. */
import { setTimeout as sleep } from "node:timers/promises";
import { AccessError } from "#access";
import type { Context } from "#lib/context";
import { CrashError, crashPoint } from "#lib/crash-points";
import { afterAsking, CommitUnknownError, type Tx } from "#lib/db";
import { gather } from "#lib/gather";
import { keepCardTokens, type PayeeFacts } from "#beneficiaries";
import type { Books } from "#ledger";
import { decideOrders, sendingsOf, type Decided } from "./decide-orders.ts";
import { askAcceptance, type Asked } from "./ask-acceptance.ts";
import type { Acceptance, TransferOrder } from "./order.ts";
import { payAttempts, type Sending } from "./pay-attempts.ts";
import { readAcceptanceFacts, type AcceptanceFacts } from "./read-acceptance-facts.ts";
import { LINGER_MS, PATIENCE_MS, runtimeOf } from "./runtime.ts";
import { writeAccepted, writeBesideAccepted } from "./write-accepted.ts";

const SET_MAX = 256;

/**
 * Takes one order and answers after the commit. Concurrent calls of a merchant are taken as one set. Sending,
 * where it may begin at once, goes on behind the answer: see `awaitOutcome`. Throws AccessError.caller_changed when the
 * caller is not who it was taken for; nothing was done then.
 */
export async function acceptTransfer(
  ctx: Context,
  merchantId: string,
  order: TransferOrder,
): Promise<Acceptance> {
  const runtime = runtimeOf(ctx);
  const accept = runtime.perMerchant(merchantId, "accept", () =>
    gather<TransferOrder, Acceptance | null>({
      limit: SET_MAX,
      // One set at a time: the next would only wait for the locks that this one holds.
      lanes: 1,
      coming: () => runtime.announced.of(merchantId),
      patienceMs: PATIENCE_MS,
      lingerMs: LINGER_MS,
      inTurn: (begin) => runtime.turns(merchantId, begin),
      flush: (orders) => acceptPresumed(ctx, merchantId, orders),
    }),
  );
  const acceptance = await accept(order);
  if (acceptance === null) throw AccessError.caller_changed();
  return acceptance;
}

/** The same, with null for orders whose caller is not who it was taken for. */
async function acceptPresumed(
  ctx: Context,
  merchantId: string,
  orders: readonly TransferOrder[],
): Promise<(Acceptance | null)[]> {
  const acceptances = await acceptTransfers(ctx, merchantId, orders);
  let next = 0;
  return orders.map((order) => (isLeftOut(order) ? null : acceptances[next++]!));
}

const isLeftOut = ({ presumed }: TransferOrder): boolean => presumed?.holds === false;

/**
 * Says that an order of the merchant is on its way, so that it is taken together with those that come at the same time.
 * The function that it answers is to be called when the order has come, or will not come.
 */
export function announceOrder(ctx: Context, merchantId: string): () => void {
  return runtimeOf(ctx).announced.begin(merchantId);
}

/** Takes a set of orders in one commit and answers in their order those that are not left out. */
export function acceptTransfers(
  ctx: Context,
  merchantId: string,
  orders: readonly TransferOrder[],
): Promise<Acceptance[]> {
  return acceptGuarded(ctx, merchantId, { orders });
}

/** A set whose orders come from rows that others may have decided about meanwhile. */
export interface GuardedOrders {
  readonly orders: readonly TransferOrder[];
  /**
   * Asked in the transaction that accepts, so that rows it locks stay as they are until that ends. What it throws
   * undoes the whole set. What it books is there before any order is decided.
   */
  readonly guard?: (tx: Tx, books: Books) => Promise<void>;
  /** Told the answers in the same transaction; what it throws undoes the whole set. */
  readonly conclude?: (tx: Tx, acceptances: readonly Acceptance[]) => Promise<void>;
}

/** The same for orders that may be taken only as long as what they come from still stands. */
export async function acceptGuarded(
  ctx: Context,
  merchantId: string,
  guarded: GuardedOrders,
): Promise<Acceptance[]> {
  const { orders } = guarded;
  const { payers, stopping } = runtimeOf(ctx);
  const places = stopping ? 0 : payers.take(merchantId, orders.length);
  const plan: Plan = { orders, decided: null, sendings: [] };
  // Taken before the transaction begins, so that the time until a send only seems longer than it is.
  const startedAt = performance.now();
  try {
    const work = afterAsking(
      (ask) => askAcceptance(ctx, ask, orders),
      (tx, asked) => acceptInTransaction(ctx, tx, { ...guarded, asked, places, plan, startedAt }),
    );
    await ctx.db.inMerchant(merchantId, work);
  } catch (error) {
    payers.free(merchantId, places);
    if (!(error instanceof CommitUnknownError) || plan.decided === null) throw error;
    return settleUnknownCommit(ctx, merchantId, { ...plan, guarded, decided: plan.decided });
  }
  crashPoint("transfers.accept.committed");
  payers.free(merchantId, places - plan.sendings.length);
  payAttempts(ctx, plan.sendings);
  return plan.decided!.acceptances;
}

/** What the transaction decided; kept outside of it for the case that the answer to COMMIT is lost. */
interface Plan {
  /** Those that were decided: their callers are who they were taken for. */
  orders: readonly TransferOrder[];
  decided: Decided | null;
  sendings: Sending[];
}

interface Accepting extends GuardedOrders {
  asked: Asked;
  /** How many may be sent at once. */
  places: number;
  plan: Plan;
  startedAt: number;
}

async function acceptInTransaction(
  ctx: Context,
  tx: Tx,
  { orders: all, guard, conclude, asked, places, plan, startedAt }: Accepting,
): Promise<void> {
  const orders = (plan.orders = all.filter((order) => !isLeftOut(order)));
  const facts = await readAcceptanceFacts(ctx, tx, { orders, asked });
  await guard?.(tx, facts.books);
  crashPoint("transfers.accept.locked");
  plan.decided = decideOrders(ctx, { tx, orders, facts, places });
  plan.sendings = sendingsOf(plan.decided, startedAt);
  crashPoint("transfers.accept.decided");
  await writeBesideAccepted(tx, plan.decided);
  const written = Promise.all([
    writeAccepted(tx, plan.decided),
    keepCardTokens(tx, payeesToPay(facts, plan.decided)),
  ]);
  tx.last(written);
  if (conclude !== undefined) {
    await written;
    await conclude(tx, plan.decided.acceptances);
  }
  crashPoint("transfers.accept.written");
}

/** The payees of the orders that were accepted now. */
function payeesToPay({ payees }: AcceptanceFacts, { acceptances }: Decided): PayeeFacts[] {
  return acceptances.flatMap(({ kind }, index) => (kind === "accepted" ? [payees[index]!] : []));
}

/** A database that loses the answer to every COMMIT is not asked again at once. */
const LOOK_AFTER_MS = 50;

/**
 * The answer to COMMIT was lost. The set is taken once more, without asking again who called: its first statement waits
 * for the lost commit if that is still under way, and then finds which transfers it made. Those get the answer (and the
 * sending) that was planned for them; the others are taken now.
 */
async function settleUnknownCommit(
  ctx: Context,
  merchantId: string,
  { guarded, orders, decided, sendings }: Plan & { guarded: GuardedOrders; decided: Decided },
): Promise<Acceptance[]> {
  crashPoint("transfers.accept.commit_unknown");
  await sleep(LOOK_AFTER_MS);
  const known = orders.map((order) => ({ ...order, presumed: null }));
  const again = await acceptGuarded(ctx, merchantId, { ...guarded, orders: known }).catch(
    (error: unknown) => {
      if (error instanceof CrashError || error instanceof CommitUnknownError) throw error;
      // Whatever kept us from looking: the orders may be taken, and the caller must hear exactly that.
      throw new CommitUnknownError(error);
    },
  );
  const made = new Set(again.flatMap((one) => (one.kind === "repeated" ? [one.transfer.transferId] : [])));
  const lost = sendings.filter((sending) => made.has(sending.transfer.transferId));
  payAttempts(ctx, lost.slice(0, runtimeOf(ctx).payers.take(merchantId, lost.length)));
  return again.map((one, index) => {
    const planned = decided.acceptances[index]!;
    const isMade = "transfer" in planned && made.has(planned.transfer.transferId);
    return one.kind === "repeated" && isMade ? planned : one;
  });
}
