/** Decides whether a due transfer goes to a bank, waits again, or ends. Pure; facts are read and locked. */
import { GIVE_BACK_DAYS } from "#approvals";
import type { Context } from "#lib/context";
import type { PayeeFacts } from "#beneficiaries";
import type { BankConnection, FundSource } from "#fund-sources";
import { pollingEndsAt } from "#rails";
import type { DispatchRisk, Objection } from "#risk";
import type { NoRoute, Route } from "#routing";
import { releaseHeldEntry } from "../entries.ts";
import { move, type Step } from "../machine.ts";
import { isJudged } from "../origins.ts";
import { planAttempt, type Sending } from "./pay-attempts.ts";
import { chooseAmongTried, type Tried } from "./tried-banks.ts";
import { dueWhenDown, type RouteWith } from "./route-transfers.ts";
import type { Transfer } from "../transfer.ts";
import type { Change } from "../write-changes.ts";

/** The result for one transfer; `sending` is set if it goes to a bank. */
interface Dispatched {
  change: Change;
  sending: Omit<Sending, "sendBy"> | null;
  route: Route | NoRoute;
}

export interface ToDispatch extends RouteWith {
  transfer: Transfer;
  payee: PayeeFacts;
  connections: readonly BankConnection[];
  sources: readonly FundSource[];
  tried: ReadonlyMap<string, Tried>;
  /** The time since which each transfer has waited for a working bank. */
  downSince: ReadonlyMap<string, Date>;
  /** The time since which each transfer has waited for the end of a block. */
  blockedSince: ReadonlyMap<string, Date>;
  risk: DispatchRisk;
}

/** Decides about one due transfer. Checks again what was allowed when it was accepted. */
export function decideDispatch(ctx: Context, one: ToDispatch): Dispatched {
  const { transfer, payee, connections, risk, now } = one;
  const route = chooseAmongTried(ctx, {
    ...one,
    fundSource: one.sources.find(({ fundSourceId }) => fundSourceId === transfer.fundSourceId)!,
    tried: one.tried.get(transfer.transferId) ?? null,
    downSince: one.downSince.get(transfer.transferId) ?? null,
  });
  // The payee may have been blocked, or the mode disabled, while the transfer waited.
  const forbidden = isJudged(transfer.originKind) ? risk.forbids(transfer) : null;
  if (forbidden !== null) {
    if (mayWaitForBlock(one, forbidden)) return waitForBlock(one, route);
    risk.keep(transfer.transferId, forbidden);
    const { reason } = forbidden;
    return give({ ...one, transfer: { ...transfer, reason } }, route, reason);
  }
  if (wasTriedLongEnough(one, route)) return give(one, route, "no bank could be reached in time");
  switch (route.kind) {
    case "route": {
      const connection = connections.find(({ bankId }) => bankId === route.bankId)!;
      if (route.placeKey !== null) one.bankPlaces.take(route.placeKey);
      const planned = planAttempt(ctx, transfer, { from: "ready", connection, rail: route.rail, now });
      const { after, attempt, reference, step, entry } = planned;
      const change = {
        before: transfer,
        after,
        steps: [...toReady(one), step],
        entries: [entry],
        events: [],
      };
      return { change, sending: { transfer: after, attempt, reference, connection, payee }, route };
    }
    case "closed":
      return wait(one, route, { waitingFor: "window", dueAt: route.opensAt });
    case "down":
      one.bankPlaces.standInLine(route.explanation.given.full);
      return wait(one, route, { waitingFor: "downtime", dueAt: dueWhenDown(route, now) });
    case "exhausted":
      return give(one, route, "every bank that could pay has refused");
    case "impossible":
      return give(one, route, route.reason);
    default: {
      const never: never = route;
      return never;
    }
  }
}

/**
 * True if the transfer has been tried for 72 hours. Waiting for the rail's hours, or while payouts are
 * disabled, does not count: after it the transfer still gets a try, even if the 72 hours are over.
 */
function wasTriedLongEnough(
  { transfer, tried, downSince, now }: ToDispatch,
  route: Route | NoRoute,
): boolean {
  const { transferId } = transfer;
  const one = tried.get(transferId);
  if (route.kind === "route") return one !== undefined && one.last >= pollingEndsAt(one.since);
  if (route.kind !== "down") return false;
  return now >= pollingEndsAt(one?.since ?? downSince.get(transferId) ?? now);
}

/** The reason of the step by which a transfer begins to wait for the end of a block. */
export const WAITS_FOR_BLOCK = "waits for the end of a block";

const BLOCK_LOOK_AGAIN_MS = 300_000;

/**
 * Returns the time at which a transfer fails that has waited for the end of a block since then: an Owner has that long
 * to undo a block.
 */
export const blockEndsIt = (since: Date): Date => new Date(since.getTime() + GIVE_BACK_DAYS * 86_400_000);

/** A block that one member set alone after the order does not end it: an Owner may undo the block. */
function mayWaitForBlock({ transfer, blockedSince, risk, now }: ToDispatch, forbidden: Objection): boolean {
  return (
    risk.mayBeUndone(forbidden, transfer) && now < blockEndsIt(blockedSince.get(transfer.transferId) ?? now)
  );
}

/** The transfer waits as for a bank that is down, and the money stays held. */
function waitForBlock(one: ToDispatch, route: Route | NoRoute): Dispatched {
  const goesOn = one.blockedSince.has(one.transfer.transferId);
  const steps = goesOn ? [] : [...toReady(one), move("ready", "waiting", WAITS_FOR_BLOCK)];
  const dueAt = new Date(one.now.getTime() + BLOCK_LOOK_AGAIN_MS);
  return stay(one, route, { waitingFor: "downtime", dueAt, steps });
}

function toReady({ transfer, blockedSince }: ToDispatch): Step[] {
  if (transfer.status !== "waiting") return [];
  const isBlocked = blockedSince.has(transfer.transferId);
  return [move("waiting", "ready", isBlocked ? "the block is over" : `${transfer.waitingFor} is over`)];
}

function wait(
  one: ToDispatch,
  route: NoRoute,
  { waitingFor, dueAt }: { waitingFor: "window" | "downtime"; dueAt: Date },
): Dispatched {
  const { transfer, blockedSince } = one;
  const goesOn = transfer.waitingFor === waitingFor && !blockedSince.has(transfer.transferId);
  const steps = goesOn ? [] : [...toReady(one), move("ready", "waiting", `waits for ${waitingFor}`)];
  return stay(one, route, { waitingFor, dueAt, steps });
}

function stay(
  { transfer }: ToDispatch,
  route: Route | NoRoute,
  { steps, ...waits }: { waitingFor: "window" | "downtime"; dueAt: Date; steps: Step[] },
): Dispatched {
  const after: Transfer = { ...transfer, status: "waiting", ...waits };
  return { change: { before: transfer, after, steps, entries: [], events: [] }, sending: null, route };
}

/** Ends a transfer that no bank will carry, and releases the hold. */
function give({ transfer, now }: ToDispatch, route: Route | NoRoute, because: string): Dispatched {
  const from = transfer.status as "ready" | "waiting";
  const reason = transfer.reason ?? (route.kind === "impossible" ? route.reason : "BANK_GATEWAY_ERROR");
  const after: Transfer = {
    ...transfer,
    status: "failed",
    waitingFor: null,
    reason,
    finishedAt: now,
    dueAt: null,
  };
  const steps = [move(from, "failed", because)];
  const entries = [releaseHeldEntry(transfer)];
  return {
    change: { before: transfer, after, steps, entries, events: ["TRANSFER_FAILED"] },
    sending: null,
    route,
  };
}
