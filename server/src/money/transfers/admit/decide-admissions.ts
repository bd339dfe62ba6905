/** Decides whether transfers without funds become ready with a hold, stay in the queue, or end. Pure. */
import { holdEntry } from "../entries.ts";
import { move } from "../machine.ts";
import { isHeld, totalOf, type Transfer } from "../transfer.ts";
import type { Change } from "../write-changes.ts";

export interface AdmissionFacts {
  /** The merchant's clock. */
  now: Date;
  /** Returns the amount that a fund source can still spend, in paise. */
  available: (sourceNo: number) => bigint;
  /** Returns the time that a transfer of that acceptance waits for money. Null if it does not wait. */
  queueSeconds: (acceptedAt: Date) => number | null;
  /** Fund sources with transfers that wait for their money. */
  queued: readonly number[];
}

/** Decides in the given order: due and approved ones, then each queue in order. Omits those that stay. */
export function decideAdmissions(waiting: readonly Transfer[], facts: AdmissionFacts): Change[] {
  const { now } = facts;
  const left = new Map<number, bigint>();
  const queues = new Set(facts.queued);
  /** Queues whose next transfer is too expensive. */
  const stopped = new Set<number>();
  const leftIn = (sourceNo: number): bigint => left.get(sourceNo) ?? facts.available(sourceNo);
  return waiting.flatMap((transfer) => {
    const { sourceNo, processOn } = transfer;
    const isQueued = transfer.waitingFor === "funds";
    if (isHeld(transfer)) return [hold(transfer, now)];
    if (isQueued && transfer.dueAt! <= now) return [end(transfer, "no funds came in time", now)];
    if (processOn !== null && processOn > now) return [wait(transfer, "schedule", processOn)];
    const queueSeconds = facts.queueSeconds(transfer.acceptedAt);
    // A transfer that cannot queue does not overtake a queue: as with a new order, only the money decides.
    const mustWait = isQueued ? stopped.has(sourceNo) : queueSeconds !== null && queues.has(sourceNo);
    if (!mustWait && totalOf(transfer) <= leftIn(sourceNo)) {
      left.set(sourceNo, leftIn(sourceNo) - totalOf(transfer));
      return [hold(transfer, now)];
    }
    if (isQueued) {
      stopped.add(sourceNo);
      return [];
    }
    if (queueSeconds === null) return [end(transfer, "no funds when its time came", now)];
    queues.add(sourceNo);
    return [wait(transfer, "funds", new Date(now.getTime() + queueSeconds * 1_000))];
  });
}

function hold(transfer: Transfer, now: Date): Change {
  const because = transfer.waitingFor === null ? "approved" : `${transfer.waitingFor} is over`;
  return {
    before: transfer,
    after: { ...transfer, status: "ready", waitingFor: null, heldInApproval: false, dueAt: now },
    steps: [move(from(transfer), "ready", `${because}, funds held`)],
    entries: isHeld(transfer) ? [] : [holdEntry(transfer)],
    events: [],
  };
}

function wait(transfer: Transfer, waitingFor: "schedule" | "funds", dueAt: Date): Change {
  const isNew = transfer.status === "awaiting_approval";
  return {
    before: transfer,
    after: { ...transfer, status: "waiting", waitingFor, dueAt },
    steps: isNew ? [move("awaiting_approval", "waiting", `approved, waits for ${waitingFor}`)] : [],
    entries: [],
    events: [],
  };
}

/** Ends a transfer that holds nothing, so there is nothing to release. */
function end(transfer: Transfer, because: string, now: Date): Change {
  return {
    before: transfer,
    after: {
      ...transfer,
      status: "failed",
      waitingFor: null,
      reason: "INSUFFICIENT_BALANCE",
      finishedAt: now,
      dueAt: null,
    },
    steps: [move(from(transfer), "failed", because)],
    entries: [],
    events: ["TRANSFER_FAILED"],
  };
}

function from({ status }: Transfer): "waiting" | "awaiting_approval" {
  return status === "awaiting_approval" ? status : "waiting";
}
