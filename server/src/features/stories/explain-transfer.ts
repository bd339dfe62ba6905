/**
 * The explanation at the top of a transfer: where its money is, what happens next and by when, and what to do. Pure.
 */
import { formatRupeesIndian } from "#lib/money";
import { type Calendar, enquirySlots, expectedBy, pollingEndsAt } from "#rails";
import {
  type FirstInQueue,
  blockEndsIt,
  stateOf,
  totalOf,
  type LateSuccess,
  type Transfer,
  type TransferState,
} from "#transfers";
import { say, type Sentence, type SentenceCode } from "./sentences.ts";
import { showBank, showRail } from "./story.ts";

/**
 * The holder of the money: the merchant, the merchant with the amount on hold, our bank, the payee's bank, or the
 * payee.
 */
export const HOLDERS = ["you", "held", "bank", "payee_bank", "payee"] as const;
type MoneyHolder = (typeof HOLDERS)[number];

export interface TransferExplanation {
  readonly state: TransferState;
  readonly holder: MoneyHolder;
  readonly where: Sentence;
  /** The reason why it was not paid or came back. Null means that it is on its way, or paid. */
  readonly why: Sentence | null;
  readonly next: Sentence;
  readonly todo: Sentence;
  /** The time by which the payee normally has the money. Null means that nothing is on its way. */
  readonly expectedAt: Date | null;
  /** The time at which it fails if nothing changes. */
  readonly failsAt: Date | null;
  /** The time of the next enquiry to its bank. */
  readonly checkAt: Date | null;
}

export interface ExplanationFacts {
  readonly transfer: Transfer;
  /** Set if its bank paid after it had reported a failure. */
  readonly paidLate: LateSuccess | null;
  readonly now: Date;
  readonly calendar: Calendar;
  readonly fundSourceName: string;
  /** The amount that the fund source can still pay, including its overdraft limit, in paise. */
  readonly spendablePaise: bigint;
  /** The transfer that is paid before it and for which there is no money yet. Null means that none is. */
  readonly first: FirstInQueue | null;
  /** Facts of the request for approval while it is open. */
  readonly approval: { readonly approvers: readonly string[]; readonly expiresAt: Date } | null;
  /** The time since which it has been waiting. */
  readonly waitingSince: Date | null;
  /** True if it waits for the end of a block of its payee, and not for a bank. */
  readonly isBlocked: boolean;
  /** True if a bank that could pay it is stopped because a statement does not agree. */
  readonly bankIsStopped: boolean;
}

interface Plain {
  readonly holder: MoneyHolder;
  readonly next: (facts: Facts) => SentenceCode;
  readonly todo: SentenceCode | "remedy";
}

type Facts = ExplanationFacts & { readonly values: Readonly<Record<string, string | Date | null>> };

const nothing = (): SentenceCode => "next_nothing";

const PLAIN: Readonly<Record<TransferState, Plain>> = {
  awaiting_approval: {
    holder: "you",
    next: ({ approval }) =>
      approval === null || approval.approvers.length === 0
        ? "next_awaiting_approval_unknown"
        : "next_awaiting_approval",
    todo: "todo_approve",
  },
  scheduled: { holder: "you", next: () => "next_scheduled", todo: "todo_fund_by" },
  queued_for_funds: {
    holder: "you",
    next: ({ first }) => (first === null ? "next_queued_for_funds" : "next_queued_behind"),
    todo: "todo_add_funds",
  },
  queued_for_window: { holder: "held", next: () => "next_queued_for_window", todo: "todo_wait" },
  queued_for_bank: {
    holder: "held",
    next: (facts) => `next_${queuedFor(facts)}`,
    todo: "todo_wait",
  },
  sending: {
    holder: "held",
    next: ({ transfer: { attempt, dueAt } }) =>
      attempt > 0 && dueAt !== null ? "next_retrying" : "next_sending",
    todo: "todo_nothing",
  },
  with_bank: { holder: "bank", next: () => "next_with_bank", todo: "todo_do_not_resend" },
  under_review: { holder: "bank", next: () => "next_under_review", todo: "todo_do_not_resend" },
  sent_to_payee_bank: {
    holder: "payee_bank",
    next: () => "next_sent_to_payee_bank",
    todo: "todo_give_utr",
  },
  credited: { holder: "payee", next: nothing, todo: "todo_keep_utr" },
  failed: { holder: "you", next: nothing, todo: "remedy" },
  rejected: { holder: "you", next: nothing, todo: "remedy" },
  cancelled: { holder: "you", next: nothing, todo: "todo_send_again" },
  reversed: { holder: "you", next: nothing, todo: "remedy" },
};

/** Explains the present state of a transfer. */
export function explainTransfer(facts: ExplanationFacts): TransferExplanation {
  const { transfer, paidLate } = facts;
  if (paidLate !== null) return explainLateSuccess(facts, paidLate);
  const { reason } = transfer;
  const state = stateOf(transfer);
  const { next, todo, ...plain } = PLAIN[state];
  const holder = transfer.heldInApproval ? "held" : plain.holder;
  const moments = momentsOf(facts, state);
  const values = { ...wordsOf(facts), ...moments };
  const isTold = reason !== null && (holder === "you" || reason === "PAID_TWICE");
  const todoCode =
    facts.first !== null
      ? "todo_add_funds_first"
      : todo === "remedy" || reason === "PAID_TWICE"
        ? reason === null
          ? "todo_send_again"
          : (`remedy_${reason}` as const)
        : todo;
  const withoutUtr =
    transfer.utr === null && reason === null && (todo === "todo_give_utr" || todo === "todo_keep_utr");
  return {
    state,
    holder,
    where: say(whereOf(facts, state), values),
    why: isTold ? say(`meaning_${reason}`) : null,
    next: say(next({ ...facts, values }), values),
    todo: say(withoutUtr ? "todo_nothing" : todoCode, values),
    expectedAt: moments.expectedAt,
    failsAt: moments.failsAt,
    checkAt: moments.checkAt,
  };
}

function whereOf(facts: ExplanationFacts, state: TransferState): SentenceCode {
  const { transfer } = facts;
  if (state === "rejected" && transfer.attempt > 0) return "where_failed";
  if (transfer.heldInApproval) return "where_held_for_approval";
  return state === "queued_for_bank" ? `where_${queuedFor(facts)}` : `where_${state}`;
}

/** A transfer that waits for a bank may wait for the end of a block, or for a bank that was stopped. */
function queuedFor({ isBlocked, bankIsStopped }: ExplanationFacts) {
  if (isBlocked) return "queued_for_block";
  return bankIsStopped ? "queued_for_stopped_bank" : "queued_for_bank";
}

/** The status stays failed, but the payee has the money: another transfer would pay it twice. */
function explainLateSuccess(facts: ExplanationFacts, { bankId, at }: LateSuccess): TransferExplanation {
  const values = { ...wordsOf(facts), bank: showBank(bankId), paidAt: at };
  return {
    state: stateOf(facts.transfer),
    holder: "payee",
    where: say("where_paid_late", values),
    why: say("meaning_PAID_AFTER_FAILURE"),
    next: say("next_nothing"),
    todo: say("todo_paid_late"),
    expectedAt: null,
    failsAt: null,
    checkAt: null,
  };
}

function wordsOf({
  transfer,
  fundSourceName,
  spendablePaise,
  approval,
  first,
}: ExplanationFacts): Record<string, string> {
  const totalPaise = totalOf(transfer);
  const shortPaise = totalPaise > spendablePaise ? totalPaise - spendablePaise : 0n;
  return {
    total: formatRupeesIndian(totalPaise),
    shortfall: formatRupeesIndian(shortPaise),
    source: fundSourceName,
    first: first?.transferKey ?? String(first?.referenceId ?? ""),
    needs: formatRupeesIndian(first?.totalPaise ?? 0n),
    lacks: formatRupeesIndian(first?.missingPaise ?? 0n),
    bank: showBank(transfer.bankId),
    rail: showRail(transfer.rail),
    utr: transfer.utr ?? "",
    approvers: approval?.approvers.join(", ") ?? "",
  };
}

interface Moments extends Record<string, Date | null> {
  readonly expectedAt: Date | null;
  readonly failsAt: Date | null;
  readonly checkAt: Date | null;
}

function momentsOf(facts: ExplanationFacts, state: TransferState): Moments {
  const { transfer, now, calendar, approval, waitingSince, isBlocked } = facts;
  const { rail, dueAt, processOn, transferId } = transfer;
  const sentAt = transfer.sentAt ?? now;
  const starts: Partial<Record<TransferState, Date>> = {
    scheduled: processOn ?? now,
    queued_for_window: dueAt ?? now,
    queued_for_bank: dueAt ?? now,
    sending: dueAt ?? now,
    with_bank: sentAt,
    sent_to_payee_bank: sentAt,
  };
  const start = starts[state];
  const fails: Partial<Record<TransferState, Date | null>> = {
    awaiting_approval: approval?.expiresAt ?? null,
    queued_for_funds: dueAt,
    queued_for_bank: (isBlocked ? blockEndsIt : pollingEndsAt)(waitingSince ?? transfer.acceptedAt),
  };
  const asked =
    dueAt ?? enquirySlots(rail, { sentAt, seed: transferId }, calendar)[0] ?? pollingEndsAt(sentAt);
  return {
    sentAt,
    reviewAt: pollingEndsAt(sentAt),
    expectedAt: start === undefined ? null : expectedBy(rail, start, calendar),
    failsAt: fails[state] ?? null,
    checkAt: state === "with_bank" ? asked : null,
    expiresAt: approval?.expiresAt ?? now,
    processAt: processOn ?? dueAt ?? now,
    opensAt: dueAt ?? now,
    triesAt: dueAt ?? now,
    finishedAt: transfer.finishedAt ?? now,
  };
}
