/** What becomes of transfers that wait without funds: held and ready, on in the queue, or at their end. Pure. */
import { holdEntry } from "./entries.ts";
import { move } from "./machine.ts";
import { totalOf, type Transfer } from "./transfer.ts";
import type { Change } from "./write-changes.ts";

export interface AdmissionFacts {
  /** The merchant's clock. */
  now: Date;
  /** What a fund source can still give, in paise. */
  available: (sourceNo: number) => bigint;
  /** How long transfers wait for money; null: they do not. */
  queueSeconds: number | null;
  /** Fund sources for whose money somebody waits. */
  queued: readonly number[];
}

/** Decides in the order given: due ones first, then each queue in its turn. What does not move is left out. */
export function decideAdmissions(waiting: readonly Transfer[], facts: AdmissionFacts): Change[] {
  const left = new Map<number, bigint>();
  const queues = new Set(facts.queued);
  /** Queues whose first in turn is too dear. */
  const stopped = new Set<number>();
  const leftIn = (sourceNo: number): bigint => left.get(sourceNo) ?? facts.available(sourceNo);
  return waiting.flatMap((transfer) => {
    const { sourceNo } = transfer;
    const isQueued = transfer.waitingFor === "funds";
    if (isQueued && transfer.dueAt! <= facts.now) return [fail(transfer, "no funds came in time", facts.now)];
    const mustWait = isQueued ? stopped.has(sourceNo) : queues.has(sourceNo);
    if (!mustWait && totalOf(transfer) <= leftIn(sourceNo)) {
      left.set(sourceNo, leftIn(sourceNo) - totalOf(transfer));
      return [hold(transfer, facts.now)];
    }
    if (isQueued) {
      stopped.add(sourceNo);
      return [];
    }
    if (facts.queueSeconds === null) return [fail(transfer, "no funds when its time came", facts.now)];
    queues.add(sourceNo);
    return [queue(transfer, new Date(facts.now.getTime() + facts.queueSeconds * 1_000))];
  });
}

function hold(transfer: Transfer, now: Date): Change {
  return {
    before: transfer,
    after: { ...transfer, status: "ready", waitingFor: null, dueAt: now },
    steps: [move("waiting", "ready", `${transfer.waitingFor} is over, funds held`)],
    entries: [holdEntry(transfer)],
    events: [],
  };
}

function queue(transfer: Transfer, dueAt: Date): Change {
  return {
    before: transfer,
    after: { ...transfer, waitingFor: "funds", dueAt },
    steps: [],
    entries: [],
    events: [],
  };
}

function fail(transfer: Transfer, because: string, now: Date): Change {
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
    steps: [move("waiting", "failed", because)],
    entries: [],
    events: ["TRANSFER_FAILED"],
  };
}
