/**
 * What follows for one transfer from everything its banks have said: a pure fold over a set of facts.
 *
 * Facts may come in any order and any number of times. What decides is the set: proof of payment before proof
 * of non-payment, a return only on top of a payment. Unknown decides nothing.
 */
import { nextEnquiry, type Calendar, type Rail, type TransferReason } from "#rails";
import type { EventType } from "#webhooks";
import { decideDead } from "./decide-late.ts";
import { postEntry, releaseSentEntry, resendEntry, returnEntry } from "./entries.ts";
import { type Fact, wordsOfAlarm, wordsOfFact } from "./fact.ts";
import { giveUpAttempt } from "./give-up-attempt.ts";
import { move } from "./machine.ts";
import { refusedEnd } from "./refused-end.ts";
import { priceBy } from "./price.ts";
import type { Transfer } from "./transfer.ts";
import type { PaidElsewhere } from "./paid-elsewhere.ts";
import { contradict, unchanged, type Change } from "./write-changes.ts";

/** A late success in the books: the ledger account that it was taken from, and what it cost. */
export interface LateBooked {
  from: number;
  feePaise: bigint;
  taxPaise: bigint;
}

/** An attempt, as far as deciding needs it. */
export interface AttemptFacts {
  attempt: number;
  bankId: string;
  bankNo: number;
  rail: Rail;
  /** All facts known of it, the fresh ones among them. */
  facts: readonly Fact[];
  /** The facts that were not known before. */
  fresh: readonly Fact[];
  /** Another attempt was paid after all, and that is booked: nothing is to be sent any more. */
  paidElsewhere: PaidElsewhere | null;
  /** What was booked for its late success; known where that comes back. */
  lateBooked: LateBooked | null;
  /** By which the rails' banks are asked. */
  calendar: Calendar;
}

/** How long a transfer that provably did not reach the bank waits before it is tried again. */
const RETRY_SECONDS = [2, 5, 15, 60, 300, 600];

/** Decides for one attempt's news. `now` is the merchant's clock. */
export function decideNews(transfer: Transfer, about: AttemptFacts, now: Date): Change {
  const change = decide(transfer, about, now);
  const mismatch = about.fresh.find((fact) => fact.alarm);
  if (mismatch === undefined || change.contradiction !== undefined) return change;
  return { ...change, contradiction: contradict(about, "answer_mismatch", wordsOfAlarm(mismatch)) };
}

function decide(transfer: Transfer, about: AttemptFacts, now: Date): Change {
  const isCurrent = about.attempt === transfer.attempt;
  switch (transfer.status) {
    case "sent":
    case "review":
      return isCurrent ? decideOpen(transfer, about, now) : decideDead(transfer, about);
    case "succeeded":
      return isCurrent ? decideSucceeded(transfer, about, now) : decideDead(transfer, about);
    case "reversed":
      return isCurrent ? unchanged(transfer) : decideDead(transfer, about);
    case "ready":
    case "waiting":
      return decideWaiting(transfer, about, now);
    default:
      // Failed, rejected, cancelled: whatever attempt speaks here was proved unpaid and given up.
      return decideDead(transfer, about);
  }
}

/** The attempt is out and no one knows yet, or no one has found out in time. */
function decideOpen(transfer: Transfer, about: AttemptFacts, now: Date): Change {
  const { facts } = about;
  if (facts.some(isPaid)) return succeed(transfer, about, now);
  const refused = facts.find((fact) => fact.evidence === "NEG");
  if (refused !== undefined) {
    const because = wordsOfFact(refused, "not paid");
    if (refused.otherBank && transfer.status === "sent") {
      return giveUpAttempt(transfer, about, {
        evidence: "NEG",
        because,
        dueAt: now,
        now,
        reason: refused.reason,
      });
    }
    return refuse(transfer, about, { because, reason: refused.reason ?? "BANK_GATEWAY_ERROR", now });
  }
  if (provedUnsent(transfer, facts)) {
    const seconds = RETRY_SECONDS[Math.min(transfer.attempt, RETRY_SECONDS.length) - 1] ?? 2;
    const dueAt = new Date(now.getTime() + seconds * 1_000);
    const because = `response: nothing was sent (${facts[0]?.detail ?? ""})`;
    return giveUpAttempt(transfer, about, { evidence: "NOSEND", because, dueAt, now, reason: null });
  }
  const deemed = transfer.deemed || facts.some((fact) => fact.evidence === "DEEMED");
  return deemed === transfer.deemed
    ? unchanged(transfer)
    : { ...unchanged(transfer), after: { ...transfer, deemed } };
}

/** The bank will not pay; one that an earlier attempt of has been paid after all has failed. */
function refuse(
  transfer: Transfer,
  about: AttemptFacts,
  { because, reason, now }: { because: string; reason: TransferReason; now: Date },
): Change {
  const { status, event } = refusedEnd(transfer, about.paidElsewhere?.reason ?? reason);
  return {
    ...unchanged(transfer),
    after: { ...transfer, status, reason, ...about.paidElsewhere, finishedAt: now, dueAt: null },
    steps: [move(transfer.status as "sent" | "review", status, because)],
    entries: [releaseSentEntry(transfer, about.bankNo)],
    events: [event],
    ended: { attempt: about.attempt, evidence: "NEG" },
  };
}

/**
 * Paid; or paid and sent back before anybody heard of it: a bank that is asked has one word for a payment, and a
 * returned one was paid. A return told by itself may still be the other half of a refusal, and waits.
 */
function isPaid(fact: Fact): boolean {
  const wasAsked = fact.source === "enquiry" || fact.source === "response";
  return fact.evidence === "POS" || (fact.evidence === "RET" && wasAsked);
}

/**
 * No byte left, and no one else has touched the attempt since. Once an enquiry was made the bank may have been
 * given the instruction again, so that the first sender's word is no proof any more.
 */
function provedUnsent(transfer: Transfer, facts: readonly Fact[]): boolean {
  return (
    transfer.status === "sent" &&
    transfer.enquiries === 0 &&
    facts.length > 0 &&
    facts.every((fact) => fact.evidence === "NOSEND")
  );
}

function succeed(transfer: Transfer, about: AttemptFacts, now: Date): Change {
  const paid = about.facts.filter(isPaid);
  const credited = paid.some((fact) => fact.credited);
  const back = about.facts.find((fact) => fact.evidence === "RET");
  const source = paid[0]?.source ?? "response";
  const { rail, sentAt, transferId } = transfer;
  const priced = { ...transfer, ...priceBy(transfer, about.rail) };
  const succeeded: Transfer = {
    ...priced,
    status: "succeeded",
    utr: lastUtr(about.facts) ?? transfer.utr,
    acknowledged: credited,
    reason: about.paidElsewhere?.reason === "PAID_AFTER_FAILURE" ? "PAID_TWICE" : null,
    finishedAt: now,
    // Until the beneficiary's bank has credited, the bank is asked on the rail's budget.
    dueAt: credited
      ? null
      : nextEnquiry(rail, { sentAt: sentAt ?? now, after: now, seed: transferId }, about.calendar),
  };
  const change: Change = {
    ...unchanged(transfer),
    after: succeeded,
    steps: [move(transfer.status as "sent" | "review", "succeeded", `${source}: paid`)],
    entries: [postEntry(priced, about.bankNo)],
    events: ["TRANSFER_SUCCESS"],
  };
  return back === undefined ? change : addReturn(change, about, { back, now });
}

/** Money that came back after it was paid: once, whatever else the bank says. */
function addReturn(change: Change, about: AttemptFacts, { back, now }: { back: Fact; now: Date }): Change {
  return {
    ...change,
    after: {
      ...change.after,
      status: "reversed",
      reason: back.reason ?? "RETURNED_FROM_BENEFICIARY",
      // What another attempt paid after all has not come back.
      ...(about.paidElsewhere?.reason === "PAID_AFTER_FAILURE" ? about.paidElsewhere : {}),
      finishedAt: now,
      dueAt: null,
    },
    steps: [...change.steps, move("succeeded", "reversed", wordsOfFact(back, "returned"))],
    entries: [...change.entries, returnEntry(change.after, about)],
    events: [...change.events, "TRANSFER_REVERSED"],
  };
}

function decideSucceeded(transfer: Transfer, about: AttemptFacts, now: Date): Change {
  const back = about.facts.find((fact) => fact.evidence === "RET");
  if (back !== undefined) return addReturn(unchanged(transfer), about, { back, now });
  const refused = about.fresh.find((fact) => fact.evidence === "NEG");
  const credited =
    !transfer.acknowledged && about.facts.some((fact) => fact.evidence === "POS" && fact.credited);
  const utr = transfer.utr ?? lastUtr(about.facts);
  const events: EventType[] = credited ? ["TRANSFER_ACKNOWLEDGED"] : [];
  const changed = credited || utr !== transfer.utr;
  return {
    ...unchanged(transfer),
    after: changed
      ? {
          ...transfer,
          utr,
          acknowledged: transfer.acknowledged || credited,
          dueAt: credited ? null : transfer.dueAt,
        }
      : transfer,
    events,
    contradiction:
      refused === undefined
        ? undefined
        : contradict(about, "failed_after_success", wordsOfFact(refused, "not paid")),
  };
}

/**
 * The transfer waits for its next route, and an attempt that had been given up was paid after all: it is taken up
 * again as what it was, so that no one pays a second time. A person must look at a bank that says no and pays.
 */
function decideWaiting(transfer: Transfer, about: AttemptFacts, now: Date): Change {
  // What was known before is booked: as a late success, while the next bank was asked.
  const paid = about.fresh.find(isPaid);
  if (paid === undefined) return unchanged(transfer);
  const { attempt, bankId, bankNo, rail } = about;
  const revived: Transfer = {
    ...transfer,
    status: "sent",
    waitingFor: null,
    rail,
    attempt,
    bankId,
    bankNo,
    sentAt: now,
  };
  const success = succeed(revived, about, now);
  const because = "the attempt given up was paid after all";
  const toReady = transfer.status === "waiting" ? [move("waiting", "ready", because)] : [];
  return {
    ...success,
    before: transfer,
    steps: [...toReady, move("ready", "sent", because), ...success.steps],
    entries: [resendEntry(transfer, about), ...success.entries],
    revived: attempt,
    contradiction: contradict(about, "late_success", wordsOfFact(paid, "paid")),
  };
}

function lastUtr(facts: readonly Fact[]): string | null {
  return facts.findLast((fact) => fact.utr !== null)?.utr ?? null;
}
