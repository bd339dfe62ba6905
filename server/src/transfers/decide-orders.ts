/** What becomes of each order of a set: a pure decision over facts that are read and locked. */
import type { Context } from "#lib/context";
import { newId } from "#lib/ids";
import type { Tx } from "#lib/db";
import type { PayeeFacts } from "#beneficiaries";
import type { BankConnection, FundSource } from "#fund-sources";
import { sourceAccounts } from "#ledger";
import { feeFor, feeGroupOf, nextEnquiry, railOf } from "#rails";
import { judgeTransfer } from "#risk";
import type { BankFacts, Explanation, NoRoute, Route } from "#routing";
import { checkOrder, type Refusal } from "./check-order.ts";
import { holdEntry, sendEntry } from "./entries.ts";
import type { RefusalCode } from "./errors.ts";
import { move, type Step } from "./machine.ts";
import type { Acceptance, TransferOrder } from "./order.ts";
import { SEND_WITHIN_MS, type Sending } from "./pay-attempts.ts";
import type { AcceptanceFacts } from "./read-acceptance-facts.ts";
import { bankFactsOf, referenceOf, routeTransfer } from "./route-transfers.ts";
import type { Transfer } from "./transfer.ts";

/** A transfer to be inserted, with its history so far and, when it may go at once, its attempt. */
export interface Taken {
  transfer: Transfer;
  steps: Step[];
  sending: {
    connection: BankConnection;
    payee: PayeeFacts;
    reference: string;
    explanation: Explanation;
  } | null;
}

export interface Decided {
  acceptances: Acceptance[];
  taken: Taken[];
  books: AcceptanceFacts["books"];
  risk: AcceptanceFacts["risk"];
}

interface Deciding {
  tx: Tx;
  orders: readonly TransferOrder[];
  facts: AcceptanceFacts;
  /** How many may be sent at once. */
  places: number;
}

/** Decides a set of orders in their order: what the first takes, the next one cannot. */
export function decideOrders(ctx: Context, { tx, orders, facts, places }: Deciding): Decided {
  const decided: Decided = { acceptances: [], taken: [], books: facts.books, risk: facts.risk };
  const known = new Map(facts.known);
  const banks = bankFactsOf(facts.connections);
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
      maySend: free > 0,
    });
    decided.acceptances.push(one.acceptance);
    if (one.taken === null) return;
    if (one.taken.sending !== null) free -= 1;
    decided.taken.push(one.taken);
    known.set(order.transferKey, one.taken.transfer);
  });
  return decided;
}

interface OneOrder {
  order: TransferOrder;
  index: number;
  facts: AcceptanceFacts;
  banks: readonly BankFacts[];
  contentHash: Buffer;
  referenceId: bigint;
  maySend: boolean;
}

interface Decision {
  acceptance: Acceptance;
  taken: Taken | null;
}

function decideOrder(ctx: Context, tx: Tx, one: OneOrder): Decision {
  const { order, facts } = one;
  const payee = facts.payees[one.index];
  const source = chooseSource(order, facts.fundSources);
  if ("code" in source) return refuse(source);
  const refusal = checkOrder(order, payee, tx.now);
  if (refusal !== null || payee === undefined)
    return refuse(refusal ?? { code: "beneficiary_not_found", details: {} });
  const route = routeTransfer({ ...order, ...source, payee, banksTried: [] }, one.banks, tx.now);
  if (route.kind === "impossible") {
    const code = source.bankId === null ? "mode_not_enabled" : "fund_source_not_valid_for_mode";
    return refuse({ code, details: { reason: route.reason } });
  }
  const received = receive(tx, one, { payee, source, route });
  const verdict = judgeTransfer(facts.risk, received);
  if (verdict.kind === "block") {
    return verdict.stored
      ? reject(received, verdict.code, { now: tx.now, reason: verdict.reason })
      : refuse(verdict);
  }
  const total = received.amountPaise + received.feePaise + received.taxPaise;
  if (total > facts.books.available(sourceAccounts(source.sourceNo).available)) {
    return reject(received, "insufficient_balance", { now: tx.now, reason: "INSUFFICIENT_BALANCE" });
  }
  facts.books.book(holdEntry(received));
  facts.risk.count(received);
  return take(ctx, tx, { ...one, received, payee, route });
}

/** The order as a transfer that nothing has been decided about. */
function receive(
  tx: Tx,
  { order, contentHash, referenceId }: OneOrder,
  { payee, source, route }: { payee: PayeeFacts; source: FundSource; route: Route | NoRoute },
): Transfer {
  const { transferKey, amountPaise, mode, remarks } = order;
  const priced = railOf(mode, amountPaise);
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
    ...feeFor(feeGroupOf(priced), amountPaise, tx.now),
    mode,
    rail: route.kind === "route" || route.kind === "closed" ? route.rail : priced,
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
    dueAt: null,
    acceptedAt: tx.now,
    sentAt: null,
    finishedAt: null,
  };
}

interface ToTake extends OneOrder {
  received: Transfer;
  payee: PayeeFacts;
  route: Route | NoRoute;
}

/** Funds are held: the transfer goes out now, is ready for the next worker, or waits for its hours or for a bank. */
function take(ctx: Context, tx: Tx, { received, payee, route, facts, maySend }: ToTake): Decision {
  if (route.kind !== "route") {
    const waitingFor = route.kind === "closed" ? "window" : "downtime";
    const opensAt = route.kind === "closed" || route.kind === "down" ? route.opensAt : null;
    const dueAt = opensAt ?? new Date(tx.now.getTime() + 60_000);
    const transfer: Transfer = { ...received, status: "waiting", waitingFor, dueAt, steps: 1 };
    return accept({
      transfer,
      steps: [move("received", "waiting", `waits for ${waitingFor}`)],
      sending: null,
    });
  }
  const first = move("received", "ready", "accepted, funds held");
  const connection = facts.connections.find(({ bankId }) => bankId === route.bankId)!;
  if (!maySend)
    return accept({
      transfer: { ...received, status: "ready", dueAt: tx.now, steps: 1 },
      steps: [first],
      sending: null,
    });
  const { transferKey, merchantId } = received;
  const reference = referenceOf(ctx, { merchantId, transferKey, attempt: 1, rail: route.rail });
  const transfer = sentTransfer({ ...received, steps: 2 }, { connection, rail: route.rail, now: tx.now });
  facts.books.book(sendEntry(transfer, { attempt: 1, bankNo: connection.bankNo }));
  const steps = [first, move("ready", "sent", `to ${connection.bankId} by ${route.rail}`)];
  return accept({
    transfer,
    steps,
    sending: { connection, payee, reference, explanation: route.explanation },
  });
}

/** The transfer as it stands once the intent to send it is committed. */
export function sentTransfer(
  transfer: Transfer,
  { connection, rail, now }: { connection: BankConnection; rail: Transfer["rail"]; now: Date },
): Transfer {
  const { bankId, bankNo } = connection;
  return {
    ...transfer,
    status: "sent",
    waitingFor: null,
    rail,
    bankId,
    bankNo,
    attempt: transfer.attempt + 1,
    enquiries: 0,
    sentAt: now,
    dueAt: nextEnquiry(rail, { sentAt: now, after: now, seed: transfer.transferId }),
  };
}

/** What is to be sent once the commit is through. */
export function sendingsOf(decided: Pick<Decided, "taken">, startedAt: number): Sending[] {
  return decided.taken.flatMap(({ transfer, sending }) =>
    sending === null
      ? []
      : [{ ...sending, transfer, attempt: transfer.attempt, sendBy: startedAt + SEND_WITHIN_MS }],
  );
}

/** The one that is named; else the wallet, else the only one there is. */
function chooseSource({ fundSourceId }: TransferOrder, sources: readonly FundSource[]): FundSource | Refusal {
  const active = sources.filter((one) => one.active);
  const candidates =
    fundSourceId === null ? active : active.filter((one) => one.fundSourceId === fundSourceId);
  const source = candidates.find((one) => one.kind === "wallet") ?? candidates[0];
  if (source === undefined) return { code: "fund_source_not_available", details: { fundSourceId } };
  const isChoice = candidates.length > 1 && source.kind !== "wallet";
  return isChoice ? { code: "fund_source_ambiguous", details: {} } : source;
}

function accept(taken: Taken): Decision {
  return { acceptance: { kind: "accepted", transfer: taken.transfer }, taken };
}

function refuse({ code, details }: Refusal): Decision {
  return { acceptance: { kind: "refused", code, details }, taken: null };
}

function reject(
  received: Transfer,
  code: RefusalCode,
  { now, reason }: { now: Date; reason: string },
): Decision {
  const transfer: Transfer = {
    ...received,
    status: "rejected",
    reason,
    finishedAt: now,
    steps: 1,
    events: 1,
  };
  const steps = [move("received", "rejected", code)];
  return { acceptance: { kind: "rejected", transfer, code }, taken: { transfer, steps, sending: null } };
}
