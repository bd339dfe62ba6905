/** Starts a permitted transfer: it waits for its time, queues for money, or goes to its bank. Pure. */
import { memberOf } from "#access";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import {
  isAgreed,
  matchPolicy,
  oneLook,
  type PolicyFacts,
  type Requirement,
  type RequestToOpen,
} from "#approvals";
import type { PayeeFacts } from "#beneficiaries";
import type { BankConnection } from "#fund-sources";
import { sourceAccounts } from "#ledger";
import { railsOf, type TransferReason } from "#rails";
import type { RiskVerdict } from "#risk";
import type { RouteExplanation, NoRoute, Route } from "#routing";
import { holdEntry } from "../entries.ts";
import type { RefusalCode } from "../errors.ts";
import { move, type Step, type WaitingFor } from "../machine.ts";
import type { Acceptance, OrderMaker, TransferOrder } from "./order.ts";
import { isJudged, isTold } from "../origins.ts";
import { planAttempt } from "../send/pay-attempts.ts";
import { dueWhenDown } from "../send/route-transfers.ts";
import type { AcceptanceFacts } from "./read-acceptance-facts.ts";
import { sourceAsked, totalOf, type Transfer } from "../transfer.ts";

/** A transfer to be inserted, with its steps so far and, if it is sent at once, its attempt. */
export interface TakenMoney {
  transfer: Transfer;
  steps: Step[];
  sending: {
    connection: BankConnection;
    payee: PayeeFacts;
    reference: string;
    explanation: RouteExplanation;
  } | null;
  /** The request for approval, if one is needed first. */
  approval?: RequestToOpen;
  /** The member who ordered it on the dashboard. */
  makerId?: string | null;
}

export interface StartDecision {
  acceptance: Acceptance;
  taken: TakenMoney | null;
}

/** A transfer that nothing forbids, with everything that its start depends on. */
export interface ToStart {
  order: Pick<TransferOrder, "createdBy" | "way" | "drafted" | "mode" | "judgedPaise">;
  received: Transfer;
  payee: PayeeFacts;
  route: Route | NoRoute;
  facts: AcceptanceFacts;
  /** Fund sources for whose money transfers wait. Those that start to wait are added. */
  queues: Set<number>;
  /** The risk shield's verdict: a transfer to be reviewed waits for approval. */
  verdict: RiskVerdict;
  /** True if an instruction can be sent at once. */
  maySend: boolean;
}

/**
 * Makes a transfer wait for approvers or for its scheduled time, or holds its funds and goes on. Without
 * funds it queues or fails.
 */
export function startTransfer(ctx: Context, tx: Tx, one: ToStart): StartDecision {
  const { received, facts, queues } = one;
  const approval = requestOf(one);
  if (isAsked(one)) {
    const agreed = facts.agreements.get(received.originId ?? "") ?? [];
    const requirement = approval?.requirement ?? null;
    facts.sums.count(one.order, { transfer: received, payee: one.payee, requirement, agreed });
  }
  if (approval !== null) {
    facts.risk.remember(received);
    const transfer: Transfer = { ...received, status: "awaiting_approval", steps: 1 };
    const because = `waits for approval: ${approval.requirement.policyName}`;
    return accept({
      transfer,
      steps: [move("received", "awaiting_approval", because)],
      sending: null,
      approval,
    });
  }
  const { processOn, sourceNo } = received;
  if (processOn !== null) {
    facts.risk.count(received);
    return wait(received, { waitingFor: "schedule", dueAt: processOn });
  }
  const available = facts.books.available(sourceAccounts(sourceNo).available);
  const { seconds } = facts.queue;
  // No transfer overtakes those that wait for the same money.
  if (totalOf(received) > available || queues.has(sourceNo)) {
    if (seconds === null) {
      const why = { code: "insufficient_balance", reason: "INSUFFICIENT_BALANCE" } as const;
      return endAtOnce(received, "failed", { ...why, now: tx.now });
    }
    queues.add(sourceNo);
    facts.risk.count(received);
    return wait(received, { waitingFor: "funds", dueAt: new Date(tx.now.getTime() + seconds * 1_000) });
  }
  facts.books.book(holdEntry(received));
  facts.risk.count(received);
  return takeOn(ctx, tx, one);
}

/** Returns the request for approval that a policy, the risk shield or a draft requires, or null. */
function requestOf({ received, order, payee, facts, verdict }: ToStart): RequestToOpen | null {
  const { maker, creator, secretShownTo, otherMakers = [] } = order.createdBy ?? BY_THE_SYSTEM;
  const { rail, mode, transferId, contentHash } = received;
  const amountPaise = order.judgedPaise ?? received.amountPaise;
  const mayCarry = railsOf(mode, received.amountPaise);
  const byMember = memberOf(maker) !== null || otherMakers.length > 0;
  const sums = facts.sums.of(order, payee);
  const about = { amountPaise, rail, mayCarry, fundSourceId: sourceAsked(received), creator, byMember, sums };
  const drafted = order.drafted ?? facts.orphans.get(received.originId ?? "");
  const requirement =
    requirementOf(about, { order, received, facts }) ??
    (verdict.kind === "review" ? oneLook("transfer", `risk shield: ${verdict.rule.kind}`) : null) ??
    (drafted === undefined ? null : oneLook("transfer", drafted)) ??
    draftOfKeys(received, order, facts);
  if (requirement === null) return null;
  const subject = { subjectKind: "transfer", subjectId: transferId, contentHash } as const;
  return { ...subject, maker, secretShownTo, otherMakers, facts: about, requirement };
}

/** Orders of keys that may not pay need approval, except in batches that members have approved. */
function draftOfKeys(
  { originId }: Transfer,
  order: ToStart["order"],
  { keyLimits, agreements }: AcceptanceFacts,
): Requirement | null {
  if (!keyLimits.mustDraft(order)) return null;
  const requirement = oneLook("transfer", "draft of the API keys");
  return isAgreed(requirement, agreements.get(originId ?? "") ?? []) ? null : requirement;
}

/**
 * Returns what the merchant's policies require. Members who approved a batch have approved its rows, if they
 * are enough.
 */
function requirementOf(
  about: PolicyFacts,
  { order, received, facts }: Pick<ToStart, "order" | "received" | "facts">,
): Requirement | null {
  const { policies, agreements } = facts;
  if (policies === null || !isAsked({ order, received })) return null;
  if (order.way && policies.exceptWays.includes(order.way)) return null;
  const requirement = matchPolicy(policies, about);
  const approvers = agreements.get(received.originId ?? "") ?? [];
  return requirement === null || isAgreed(requirement, approvers) ? null : requirement;
}

/** Refunds need no approval. Withdrawals need it only if a member is named as their maker. */
const isAsked = ({ order, received }: Pick<ToStart, "order" | "received">): boolean =>
  isJudged(received.originKind) || order.createdBy !== undefined;

const BY_THE_SYSTEM: OrderMaker = { maker: "system", creator: "api" };

/** With funds held, the transfer is sent, is ready for a worker, or waits for its hours or a bank. */
function takeOn(ctx: Context, tx: Tx, { received, payee, route, facts, maySend }: ToStart): StartDecision {
  if (route.kind !== "route") {
    if (route.kind === "closed") return wait(received, { waitingFor: "window", dueAt: route.opensAt });
    facts.bankPlaces.standInLine(route.explanation.given.full);
    return wait(received, { waitingFor: "downtime", dueAt: dueWhenDown(route, tx.now) });
  }
  if (!maySend) {
    const ready: Transfer = { ...received, status: "ready", dueAt: tx.now, steps: 1 };
    return accept({
      transfer: ready,
      steps: [move("received", "ready", "accepted, funds held")],
      sending: null,
    });
  }
  const connection = facts.connections.find(({ bankId }) => bankId === route.bankId)!;
  const { after, reference, step, entry } = planAttempt(ctx, received, {
    from: "received",
    connection,
    rail: route.rail,
    now: tx.now,
  });
  facts.books.book(entry);
  if (route.placeKey !== null) facts.bankPlaces.take(route.placeKey);
  return accept({
    // It has no due time yet: `watch-unanswered.ts` checks whether its outcome has come.
    transfer: { ...after, dueAt: null, steps: 1 },
    steps: [step],
    sending: { connection, payee, reference, explanation: route.explanation },
  });
}

function wait(
  received: Transfer,
  { waitingFor, dueAt }: { waitingFor: WaitingFor; dueAt: Date },
): StartDecision {
  const transfer: Transfer = { ...received, status: "waiting", waitingFor, dueAt, steps: 1 };
  const steps = [move("received", "waiting", `waits for ${waitingFor}`)];
  return accept({ transfer, steps, sending: null });
}

function accept(taken: TakenMoney): StartDecision {
  return { acceptance: { kind: "accepted", transfer: taken.transfer }, taken };
}

/**
 * Stores an order that ends at once, so that its ID keeps its answer: rejected because of a rule, or failed
 * because of too little money.
 */
export function endAtOnce(
  received: Transfer,
  status: "rejected" | "failed",
  { code, reason, now }: { code: RefusalCode; reason: TransferReason; now: Date },
): StartDecision {
  const events = isTold(received.originKind) ? 1 : 0;
  const transfer: Transfer = { ...received, status, reason, finishedAt: now, steps: 1, events };
  const steps = [move("received", status, code)];
  return { acceptance: { kind: status, transfer, code }, taken: { transfer, steps, sending: null } };
}
