/**
 * Decides what happens to one transfer after everything that its banks have reported: a pure fold over a set
 * of facts.
 *
 * Facts can come in any order and any number of times; only the set matters. Proof of payment outweighs proof
 * of non-payment, and a return counts only for a payment. Unknown decides nothing.
 */
import { isUpstream } from "#banks";
import { type Calendar, nextEnquiry, type Rail, type TransferReason } from "#rails";
import type { EventType } from "#webhooks";
import {
  postEntry,
  releaseHeldEntry,
  releaseSentEntry,
  resendEntry,
  returnEntry,
  unsendEntry,
} from "../entries.ts";
import { type Fact, wordsOfAlarm, wordsOfFact } from "../fact.ts";
import { move } from "../machine.ts";
import { priceBy } from "../price.ts";
import type { PaidElsewhere } from "../send/tried-banks.ts";
import type { Transfer } from "../transfer.ts";
import { type Change, contradict, unchanged } from "../write-changes.ts";
import { decideDead } from "./decide-late.ts";
import { refusedEnd } from "./refusal.ts";

/** A late success in the books: the ledger account that was debited, and the charges. */
export interface LateBooked {
  from: number;
  feePaise: bigint;
  taxPaise: bigint;
}

export interface AttemptFacts {
  attempt: number;
  bankId: string;
  bankNo: number;
  rail: Rail;
  /** All known facts about the attempt, including the new ones. */
  facts: readonly Fact[];
  /** The facts that were not known before. */
  fresh: readonly Fact[];
  /** Set if another attempt was paid late and that payment is booked. Nothing else may be sent then. */
  paidElsewhere: PaidElsewhere | null;
  /** The booking of this attempt's late success; read only when a return of it arrives. */
  lateBooked: LateBooked | null;
  /** The calendar by which the rail's banks are asked. */
  calendar: Calendar;
}

/** Waits before the next try of a transfer that provably did not reach the bank, by attempt. */
const RETRY_SECONDS = [2, 5, 15, 60, 300, 600];

/** Decides about news of one attempt. `now` is the merchant's clock. */
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
      // Failed, rejected or cancelled: every attempt of such a transfer was proved unpaid and given up.
      return decideDead(transfer, about);
  }
}

/** Decides about an attempt without an outcome, which is still in progress or in review. */
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

/** Ends the transfer as refused. If an earlier attempt was paid late, it fails with that reason. */
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
 * Returns true if the payment was made, even if it has been returned since. A bank that we ask has one word
 * for a payment, and only a payment can be returned. An unasked return may be half of a refusal, and waits.
 */
export function isPaid(fact: Fact): boolean {
  const wasAsked = fact.source === "enquiry" || fact.source === "response";
  return fact.evidence === "POS" || (fact.evidence === "RET" && wasAsked);
}

/**
 * Returns true if no byte left and only the first sender has used the attempt. After an enquiry the
 * instruction may have been sent again, so that the first sender's report no longer proves anything.
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
    // Until the credit is confirmed, the bank is asked on the rail's budget.
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

/** Books the return of a paid transfer. This happens once, whatever else the bank reports. */
function addReturn(change: Change, about: AttemptFacts, { back, now }: { back: Fact; now: Date }): Change {
  return {
    ...change,
    after: {
      ...change.after,
      status: "reversed",
      reason: back.reason ?? "RETURNED_FROM_BENEFICIARY",
      // The late payment by another attempt has not been returned.
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
  const isFalseUtr = saysOtherUtr(transfer, about);
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
      refused !== undefined
        ? contradict(about, "failed_after_success", wordsOfFact(refused, "not paid"))
        : isFalseUtr
          ? contradict(about, "answer_mismatch", OTHER_UTR)
          : undefined,
  };
}

/** A member may have signed the callback that told the UTR. Then the service says another one when it is asked. */
function saysOtherUtr({ utr: shown }: Transfer, { bankId, facts, fresh }: AttemptFacts): boolean {
  if (shown === null || !isUpstream(bankId)) return false;
  const sourcesOf = (all: readonly Fact[], isMeant: (utr: string) => boolean): readonly Fact["source"][] =>
    all.flatMap(({ utr, source, evidence }) =>
      utr !== null && evidence === "POS" && isMeant(utr) ? [source] : [],
    );
  return (
    sourcesOf(facts, (utr) => utr === shown).every((source) => source === "callback") &&
    sourcesOf(fresh, (utr) => utr !== shown).some((source) => source !== "callback")
  );
}

const OTHER_UTR = "the UTR that is shown was told by a callback, and the service says another one";

/**
 * The transfer waits for its next route when a given-up attempt turns out to be paid. That attempt is
 * revived, so that nothing is paid twice. A bank that refuses and then pays is raised as a contradiction.
 */
function decideWaiting(transfer: Transfer, about: AttemptFacts, now: Date): Change {
  // Earlier facts are already booked, as a late success while the next bank was being asked.
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

interface GivingUp {
  evidence: "NEG" | "NOSEND";
  because: string;
  dueAt: Date;
  now: Date;
  reason: TransferReason | null;
}

/**
 * Sets the transfer back to ready for the next route. If another attempt was paid late in the meantime, the
 * transfer must not be paid again: the hold is released, as that payment is booked already.
 */
function giveUpAttempt(
  transfer: Transfer,
  about: AttemptFacts,
  { evidence, because, dueAt, now, reason }: GivingUp,
): Change {
  const givenUp: Change = {
    before: transfer,
    after: { ...transfer, status: "ready", dueAt, deemed: false, reason, enquiries: 0, sentAt: null },
    steps: [move("sent", "ready", because)],
    entries: [unsendEntry(transfer, about)],
    events: [],
    ended: { attempt: about.attempt, evidence },
  };
  if (about.paidElsewhere === null) return givenUp;
  return {
    ...givenUp,
    after: {
      ...givenUp.after,
      status: "failed",
      ...about.paidElsewhere,
      finishedAt: now,
      dueAt: null,
    },
    steps: [...givenUp.steps, move("ready", "failed", "an attempt given up before was paid after all")],
    entries: [...givenUp.entries, releaseHeldEntry(transfer)],
    events: ["TRANSFER_FAILED"],
  };
}
