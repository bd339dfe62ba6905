/** Accepts orders: recognizes repeats, refuses bad ones, holds the funds and, if possible, sends at once. */
import { setTimeout as sleep } from "node:timers/promises";
import { AccessError } from "#access";
import type { Context } from "#lib/context";
import { CrashError, crashPoint } from "#lib/crash-points";
import { afterAsking, type PreparedCall, CommitUnknownError, type Tx, violates } from "#lib/db";
import { gather } from "#lib/gather";
import { followHere, inSpan } from "#lib/trace";
import { keepCardTokens, type PayeeFacts } from "#beneficiaries";
import type { Books } from "#ledger";
import { asWritten, decideOrders, sendingsOf, type Decided } from "./decide-orders.ts";
import { askAcceptance, type AskedFacts } from "./ask-acceptance.ts";
import type { Acceptance, TransferOrder } from "./order.ts";
import { payAttempts, type Sending, traceKey } from "../send/pay-attempts.ts";
import { readAcceptanceFacts, type AcceptanceFacts } from "./read-acceptance-facts.ts";
import { countOrder, countSet } from "../measure.ts";
import { LINGER_MS, PATIENCE_MS, runtimeOf } from "../runtime.ts";
import { keepFacts, recallSettings, type Supposed, supposeFacts } from "./known-facts.ts";
import { SUPPOSED_WITHIN_MS, writeOnce } from "#lib/phases";
import { ACCEPTED, type AcceptedResult, writeAccepted, writeBesideAccepted } from "./write-accepted.ts";

const SET_MAX = 256;

/**
 * Accepts one order and returns the acceptance after the commit. Concurrent calls of a merchant form one set.
 * If the payment can be sent at once, it is sent after this has returned: see `awaitOutcome`. Throws
 * AccessError.caller_changed, with nothing done, if the presumed caller turned out not to be the caller.
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
  return inSpan("accept", { facts: { "vitaran.merchant": merchantId } }, async (note) => {
    followHere(traceKey(merchantId, order.transferKey));
    const acceptance = await accept(order);
    if (acceptance === null) throw AccessError.caller_changed();
    note({ "vitaran.outcome": acceptance.kind, ...namesIn(acceptance) });
    return acceptance;
  });
}

function namesIn(acceptance: Acceptance): Record<string, string> {
  if (acceptance.kind === "refused") return { "vitaran.refusal": acceptance.code };
  const { transferId, status } = acceptance.transfer;
  // One that is sent continues with the span of its sending.
  if (acceptance.kind !== "repeated" && status !== "sent") followHere(transferId);
  return {
    "vitaran.transfer": transferId,
    ...("code" in acceptance && { "vitaran.refusal": acceptance.code }),
  };
}

/** Like `acceptTransfers`, but with null for each order whose presumed caller turned out to be wrong. */
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
 * Announces that an order of the merchant is on its way, so that it joins the set of the orders that come at
 * the same time. The caller must call the returned function once the order has come or will not come.
 */
export function announceOrder(ctx: Context, merchantId: string): () => void {
  return runtimeOf(ctx).announced.begin(merchantId);
}

/** Accepts a set of orders in one commit. The result omits orders that were left out. */
export function acceptTransfers(
  ctx: Context,
  merchantId: string,
  orders: readonly TransferOrder[],
): Promise<Acceptance[]> {
  return acceptGuarded(ctx, merchantId, { orders });
}

/** A set of orders made from rows about which others may decide in the meantime. */
interface GuardedOrders {
  readonly orders: readonly TransferOrder[];
  /**
   * Runs in the transaction that accepts, so that rows it locks do not change until the end. If it throws,
   * the whole set is rolled back. Its postings are visible when the orders are decided.
   */
  readonly guard?: (tx: Tx, books: Books) => Promise<void>;
  /** If this looks for what a lost commit has made, the time by `performance.now()` until which it may look again. */
  readonly lookUntil?: number;
  /** Gets the acceptances in the same transaction. If it throws, the whole set is rolled back. */
  readonly conclude?: (tx: Tx, acceptances: readonly Acceptance[]) => Promise<void>;
}

/** Accepts a set of orders in one commit, provided that the guard does not throw. */
export async function acceptGuarded(
  ctx: Context,
  merchantId: string,
  guarded: GuardedOrders,
): Promise<Acceptance[]> {
  const { orders } = guarded;
  const { payers, stopping } = runtimeOf(ctx);
  const places = stopping ? 0 : payers.take(merchantId, orders.length);
  const plan: Plan = { orders, decided: null, sendings: [] };
  // The time is taken before the transaction begins, so that the time until a send can only seem longer than it is.
  const startedAt = performance.now();
  const accepting = { ...guarded, places, plan, startedAt };
  try {
    if (!(await acceptKnowing(ctx, merchantId, accepting))) await acceptAsking(ctx, merchantId, accepting);
  } catch (error) {
    payers.free(merchantId, places);
    if (!(error instanceof CommitUnknownError) || plan.decided === null) throw error;
    if (performance.now() > (guarded.lookUntil ?? Infinity)) throw error;
    return settleUnknownCommit(ctx, merchantId, { ...plan, guarded, decided: plan.decided });
  }
  crashPoint("transfers.accept.committed");
  payers.free(merchantId, places - plan.sendings.length);
  payAttempts(ctx, plan.sendings);
  const { acceptances } = plan.decided!;
  countSet("accept", orders.length);
  for (const one of acceptances)
    if (one.kind !== "repeated" && one.kind !== "refused") countOrder(one.kind, one.transfer);
  return acceptances;
}

/** The decisions of the transaction, kept outside of it in case the answer to COMMIT is lost. */
interface Plan {
  /** The orders that were decided, because their presumed callers were confirmed. */
  orders: readonly TransferOrder[];
  decided: Decided | null;
  sendings: Sending[];
}

interface Accepting extends GuardedOrders {
  /** The number of orders that can be sent at once. */
  places: number;
  plan: Plan;
  startedAt: number;
}

/** Asks for the facts, and accepts the orders in the same transaction. */
async function acceptAsking(ctx: Context, merchantId: string, accepting: Accepting): Promise<void> {
  const { orders: all, conclude, plan, startedAt } = accepting;
  let keep = async (): Promise<void> => undefined;
  const work = afterAsking(
    (ask) => askAcceptance(ctx, ask, all, recallSettings(ctx, merchantId)),
    async (tx, asked) => {
      const orders = (plan.orders = all.filter((order) => !isLeftOut(order)));
      const gathering = ACCEPTED.gather(tx);
      const { facts, decided, issued } = await acceptWith(ctx, gathering.tx, { ...accepting, orders, asked });
      plan.decided = decided;
      plan.sendings = sendingsOf(decided, { startedAt });
      const written = gathering.write();
      const wholly = Promise.all([issued, written]);
      tx.last(wholly);
      if (conclude !== undefined) {
        await wholly;
        await conclude(tx, decided.acceptances);
      }
      crashPoint("transfers.accept.written");
      keep = async () => {
        keepFacts(ctx, tx, { orders, asked: facts.asked });
        const result = await written;
        // The caller may have changed the rows since, in `conclude`.
        if (result === null || conclude !== undefined) return;
        const clockMs = tx.now.getTime() - performance.now();
        plan.sendings = sendingsOf(decided, { startedAt, written: { xid: result.xid, clockMs } });
      };
    },
  );
  await ctx.db.inMerchant(merchantId, work);
  await keep();
}

const OVERTAKEN = ["transfer_key_once", "balance_never_below_the_overdraft_limit"] as const;

/**
 * Accepts the orders on facts that are known, in one round trip. Returns false, with nothing done, if not everything is
 * known or something has changed.
 */
async function acceptKnowing(ctx: Context, merchantId: string, accepting: Accepting): Promise<boolean> {
  const { orders, guard, conclude, plan, startedAt: begunAt } = accepting;
  if (guard !== undefined || conclude !== undefined) return false;
  // Others may send again by the database's clock, and the attempts may name a time that is this much too early.
  const startedAt = begunAt - SUPPOSED_WITHIN_MS;
  let supposed: Supposed | null = null;
  const decide = async (): Promise<PreparedCall | null> => {
    supposed = supposeFacts(ctx, merchantId, orders);
    if (supposed === null) return null;
    const { tx, asked, proofOf } = supposed;
    const gathering = ACCEPTED.gather(tx);
    const { facts, decided, issued } = await acceptWith(ctx, gathering.tx, { ...accepting, asked });
    await issued;
    if (!decided.acceptances.every(({ kind }) => kind === "accepted")) return null;
    plan.decided = decided;
    plan.sendings = sendingsOf(decided, { startedAt });
    crashPoint("transfers.accept.written");
    return gathering.callIf(proofOf(facts.payees, gathering));
  };
  const noteMissed = (missed: string | null): void => supposed?.noteMissed(missed);
  const result = await writeOnce<AcceptedResult>(ctx.db, merchantId, decide).catch((error: unknown) => {
    noteMissed(null);
    // Another process has accepted an order with this ID, or taken the money.
    if (OVERTAKEN.some((constraint) => violates(error, constraint))) return null;
    throw error;
  });
  if (result === null || result.missed !== null) {
    if (result !== null) noteMissed(result.missed);
    plan.decided = null;
    plan.sendings = [];
    return false;
  }
  const { at, xid, last_reference_id: lastReferenceId } = result;
  const clockMs = supposed!.noteWritten(at);
  const firstReferenceId = lastReferenceId - BigInt(orders.length) + 1n;
  plan.decided = asWritten(plan.decided!, { at, firstReferenceId });
  plan.sendings = sendingsOf(plan.decided, { startedAt, written: { xid, clockMs } });
  return true;
}

/** Decides, and issues the writes. They are not awaited here, so that the commit can travel with them. */
async function acceptWith(
  ctx: Context,
  tx: Tx,
  { orders, guard, asked, places }: Accepting & { asked: AskedFacts },
): Promise<{ facts: AcceptanceFacts; decided: Decided; issued: Promise<unknown> }> {
  const facts = await readAcceptanceFacts(ctx, tx, { orders, asked });
  await guard?.(tx, facts.books);
  crashPoint("transfers.accept.locked");
  const decided = decideOrders(ctx, { tx, orders, facts, places });
  crashPoint("transfers.accept.decided");
  await writeBesideAccepted(tx, decided);
  const issued = Promise.all([writeAccepted(tx, decided), keepCardTokens(tx, payeesToPay(facts, decided))]);
  return { facts, decided, issued };
}

function payeesToPay({ payees }: AcceptanceFacts, { acceptances }: Decided): PayeeFacts[] {
  return acceptances.flatMap(({ kind }, index) => (kind === "accepted" ? [payees[index]!] : []));
}

/** Wait before trying again, so that a database that loses every answer to COMMIT is not flooded. */
const LOOK_AFTER_MS = 50;
/** A caller gets its answer soon, even if it is that nothing is known. */
const LOOK_FOR_MS = 5_000;

/** Only a COMMIT that wrote something waits for a synchronous standby, and proves that what it found is there too. */
const WRITE_SOMETHING = "select pg_logical_emit_message(true, 'vitaran', '')";

/**
 * Accepts the set again after the answer to COMMIT was lost, without confirming the callers again. The first
 * statement waits for the lost commit if it is still running, and then finds which transfers it made. Those
 * get the acceptance (and are sent) as planned; the others are accepted now.
 */
async function settleUnknownCommit(
  ctx: Context,
  merchantId: string,
  { guarded, orders, decided, sendings }: Plan & { guarded: GuardedOrders; decided: Decided },
): Promise<Acceptance[]> {
  crashPoint("transfers.accept.commit_unknown");
  await sleep(LOOK_AFTER_MS);
  const known = orders.map((order) => ({ ...order, presumed: null }));
  const { lookUntil = performance.now() + LOOK_FOR_MS } = guarded;
  const guard: GuardedOrders["guard"] = async (tx, books) => {
    await tx.execute(WRITE_SOMETHING);
    await guarded.guard?.(tx, books);
  };
  const again = await acceptGuarded(ctx, merchantId, {
    ...guarded,
    guard,
    orders: known,
    lookUntil,
  }).catch((error: unknown) => {
    if (error instanceof CrashError || error instanceof CommitUnknownError) throw error;
    // Whatever failed here, the orders may have been accepted, and the caller must learn exactly that.
    throw new CommitUnknownError(error);
  });
  const made = new Map(
    again.flatMap((one) => (one.kind === "repeated" ? [[one.transfer.transferId, one.transfer]] : [])),
  );
  const lost = sendings.flatMap((sending) => {
    const transfer = made.get(sending.transfer.transferId);
    // If another process has taken it over meanwhile, it is not sent here.
    const isSame = transfer?.status === "sent" && transfer.attempt === sending.attempt;
    return isSame ? [{ ...sending, transfer }] : [];
  });
  payAttempts(ctx, lost.slice(0, runtimeOf(ctx).payers.take(merchantId, lost.length)));
  return again.map((one, index) => {
    const planned = decided.acceptances[index]!;
    const isMade = "transfer" in planned && made.has(planned.transfer.transferId);
    // The planned transfer may have only a supposed time and reference ID.
    return one.kind === "repeated" && isMade ? { ...planned, transfer: one.transfer } : one;
  });
}
