/** Decides about each order of a set: a pure decision over facts that have been read and locked. */
import { memberOf } from "#access";
import type { Context } from "#lib/context";
import { newId } from "#lib/ids";
import type { Tx } from "#lib/db";
import type { PayeeFacts } from "#beneficiaries";
import { chooseSource, type FundSource } from "#fund-sources";
import { railOf } from "#rails";
import { judgeTransfer } from "#risk";
import type { BankFacts, NoRoute, Route } from "#routing";
import { checkOrder, type OrderRefusal } from "./check-order.ts";
import type { RefusalCode } from "../errors.ts";
import type { Acceptance, TransferOrder } from "./order.ts";
import { priceFor } from "../price.ts";
import { isJudged, stopsWhenOff } from "../origins.ts";
import { SEND_WITHIN_MS, type Sending } from "../send/pay-attempts.ts";
import type { AcceptanceFacts } from "./read-acceptance-facts.ts";
import { bankFactsOf, downWhileStopped, routeTransfer } from "../send/route-transfers.ts";
import { endAtOnce, startTransfer, type StartDecision, type TakenMoney } from "./start-transfer.ts";
import type { Transfer } from "../transfer.ts";

export interface Decided {
  acceptances: Acceptance[];
  taken: TakenMoney[];
  books: AcceptanceFacts["books"];
  risk: AcceptanceFacts["risk"];
  bankPlaces: AcceptanceFacts["bankPlaces"];
  sums: AcceptanceFacts["sums"];
  keyLimits: AcceptanceFacts["keyLimits"];
}

interface Deciding {
  tx: Tx;
  orders: readonly TransferOrder[];
  facts: AcceptanceFacts;
  /** The number of orders that can be sent at once. */
  places: number;
}

/** Decides about orders in sequence: money that one order takes is not available to the next. */
export function decideOrders(ctx: Context, { tx, orders, facts, places }: Deciding): Decided {
  const decided: Decided = {
    acceptances: [],
    taken: [],
    books: facts.books,
    risk: facts.risk,
    bankPlaces: facts.bankPlaces,
    sums: facts.sums,
    keyLimits: facts.keyLimits,
  };
  const known = new Map(facts.known);
  const banks = bankFactsOf(facts.connections);
  const queues = new Set(facts.queue.sources);
  let free = places;
  orders.forEach((order, index) => {
    const contentHash = facts.contentHashes[index]!;
    const earlier = known.get(order.transferKey);
    if (earlier !== undefined) {
      const sameContent = earlier.contentHash.equals(contentHash);
      decided.acceptances.push({ kind: "repeated", transfer: earlier, sameContent });
      return;
    }
    const referenceId = facts.firstReferenceId + BigInt(index);
    const one = decideOrder(ctx, tx, {
      order,
      index,
      facts,
      banks,
      contentHash,
      referenceId,
      queues,
      maySend: free > 0 && maySendNow(order, facts),
    });
    decided.acceptances.push(one.acceptance);
    if (one.taken === null) return;
    if (one.taken.sending !== null) free -= 1;
    one.taken.makerId = makerOf(order);
    facts.keyLimits.count(order, one.taken.transfer);
    decided.taken.push(one.taken);
    known.set(order.transferKey, one.taken.transfer);
  });
  return decided;
}

/** Returns true if payouts are enabled and no bank had reported about the order before it existed here. */
function maySendNow(
  { transferKey, origin }: TransferOrder,
  { paysNow, paidBefore }: AcceptanceFacts,
): boolean {
  return !paidBefore.has(transferKey) && (paysNow || !stopsWhenOff(origin?.kind ?? null));
}

/** The member who made a single order. A batch or a link records its maker itself. */
function makerOf({ createdBy, origin = null }: TransferOrder): string | null {
  return origin === null && createdBy !== undefined ? memberOf(createdBy.maker) : null;
}

interface OneOrder {
  order: TransferOrder;
  index: number;
  facts: AcceptanceFacts;
  banks: readonly BankFacts[];
  contentHash: Buffer;
  referenceId: bigint;
  queues: Set<number>;
  maySend: boolean;
}

const ALLOWED = { kind: "allow" } as const;

function decideOrder(ctx: Context, tx: Tx, one: OneOrder): StartDecision {
  const { order, facts } = one;
  const payee = facts.payees[one.index];
  const calendar = ctx.config.railCalendar;
  const routeFrom = (source: FundSource, to: PayeeFacts, banks = one.banks): Route | NoRoute =>
    routeTransfer(
      { ...order, ...source, payee: to, banksTried: [], calendar },
      { ...facts, banks, now: tx.now },
    );
  const canPay = (source: FundSource): boolean =>
    payee !== undefined && routeFrom(source, payee).kind !== "impossible";
  const wanted = { ...order, originKind: order.origin?.kind, allowedIds: facts.keyLimits.allowedIds(order) };
  const source = chooseSource(wanted, facts.fundSources, canPay);
  if ("code" in source) return refuse(source);
  const refusal = checkOrder(order, payee, tx.now) ?? facts.keyLimits.refusalOf(order);
  if (refusal !== null || payee === undefined)
    return refuse(refusal ?? { code: "beneficiary_not_found", details: {} });
  const routeNow = routeFrom(source, payee);
  const route =
    routeNow.kind === "impossible" && order.takenAt != null
      ? routeFrom(source, payee, downWhileStopped(one.banks, facts, order.takenAt))
      : routeNow;
  if (route.kind === "impossible")
    return refuse({ code: refusalOf(route, source, facts), details: { reason: route.reason } });
  const received = receive(tx, one, { payee, source, route });
  const verdict = isJudged(received.originKind) ? judgeTransfer(facts.risk, received) : ALLOWED;
  if (verdict.kind === "block" && !verdict.stored) return refuse(verdict);
  if (verdict.kind !== "allow") facts.risk.keep(received.transferId, verdict);
  if (verdict.kind === "block") return endAtOnce(received, "rejected", { ...verdict, now: tx.now });
  return startTransfer(ctx, tx, { ...one, received, payee, route, verdict });
}

/** Returns why no bank can carry an order, however long it waits. */
export function refusalOf(
  { explanation }: NoRoute,
  source: Pick<FundSource, "bankId">,
  { connections }: Pick<AcceptanceFacts, "connections">,
): RefusalCode {
  const stopped = new Set(connections.filter(({ stopped }) => stopped).map(({ bankId }) => bankId));
  const isStopped = explanation.candidates.some(
    ({ bankId, skipped }) => skipped === "bank_disabled" && stopped.has(bankId),
  );
  if (isStopped) return "fund_source_stopped";
  return source.bankId === null ? "mode_not_enabled" : "fund_source_not_valid_for_mode";
}

/** Makes the transfer for an order, before anything is decided. */
function receive(
  tx: Tx,
  { order, contentHash, referenceId }: OneOrder,
  { payee, source, route }: { payee: PayeeFacts; source: FundSource; route: Route | NoRoute },
): Transfer {
  const { transferKey, amountPaise, mode, remarks, origin = null, priority = 0, processOn = null } = order;
  const { asynchronous = false } = order;
  const rail = route.kind === "route" || route.kind === "closed" ? route.rail : railOf(mode, amountPaise);
  const originKind = origin?.kind ?? null;
  return {
    merchantId: tx.merchantId,
    transferId: newId(),
    referenceId,
    transferKey,
    contentHash,
    sourceNo: source.sourceNo,
    fundSourceId: source.fundSourceId,
    beneficiaryId: payee.beneficiaryId,
    amountPaise,
    ...priceFor({ originKind, mode, rail, amountPaise }, tx.now),
    mode,
    rail,
    remarks,
    status: "received",
    waitingFor: null,
    acknowledged: false,
    deemed: false,
    utr: null,
    reason: null,
    bankId: null,
    bankNo: null,
    attempt: 0,
    enquiries: 0,
    steps: 0,
    events: 0,
    originKind,
    originId: origin?.id ?? null,
    priority,
    asynchronous,
    processOn,
    dueAt: null,
    acceptedAt: tx.now,
    releasedAt: null,
    heldInApproval: false,
    sentAt: null,
    finishedAt: null,
  };
}

/** Returns what was decided for a supposed time with the time of its writes, and with its reference IDs. */
export function asWritten(
  decided: Decided,
  { at, firstReferenceId }: { at: Date; firstReferenceId: bigint },
): Decided {
  const written = new Map(
    decided.taken.map(({ transfer }, index) => [
      transfer,
      {
        ...transfer,
        referenceId: firstReferenceId + BigInt(index),
        acceptedAt: at,
        sentAt: transfer.sentAt === null ? null : at,
      },
    ]),
  );
  return {
    ...decided,
    acceptances: decided.acceptances.map((one) =>
      one.kind === "accepted" ? { ...one, transfer: written.get(one.transfer)! } : one,
    ),
    taken: decided.taken.map((one) => ({ ...one, transfer: written.get(one.transfer)! })),
  };
}

/** Returns the instructions to send after the commit. */
export function sendingsOf(
  decided: Pick<Decided, "taken">,
  { startedAt, written = null }: { startedAt: number; written?: Sending["written"] },
): Sending[] {
  return decided.taken.flatMap(({ transfer, sending }) =>
    sending === null
      ? []
      : [{ ...sending, transfer, attempt: transfer.attempt, sendBy: startedAt + SEND_WITHIN_MS, written }],
  );
}

function refuse({ code, details }: OrderRefusal): StartDecision {
  return { acceptance: { kind: "refused", code, details }, taken: null };
}
