/** Maps a transfer or a refusal to the answer that the contract has for it; pure functions. */
import { categoryOf } from "#rails";
import { explainLate, refusalWords, type RefusalCode, type Transfer } from "#transfers";
import { type Answer, refuseIfsc, type Reply } from "./answers.ts";
import { acceptanceAnswers, outcomeAnswers, type Refusal, type Refusals } from "./transfer-answers.ts";

/** Returns the answer for a caller that waited: the outcome, or that it is still pending. */
export function answerOutcome(transfer: Transfer, refusals: Refusals): Reply {
  const refusal = refusalOf(transfer);
  if (refusal !== null) return { answer: refusals[refusal], ...lateData(transfer) };
  const done = transfer.status === "succeeded";
  return {
    answer: done ? outcomeAnswers.completed : pendingAnswerOf(transfer),
    data: {
      referenceId: String(transfer.referenceId),
      utr: done ? (transfer.utr ?? "") : "",
      acknowledged: done && transfer.acknowledged ? 1 : 0,
    },
  };
}

/** Returns the data of a failure that was paid late, for callers who ask again. */
function lateData(transfer: Transfer): Pick<Reply, "data"> {
  const { referenceId, utr, reason } = transfer;
  const acknowledged = transfer.acknowledged ? 1 : 0;
  const description = explainLate(reason);
  if (reason === null || description === null) return {};
  return { data: { referenceId: String(referenceId), utr: utr ?? "", acknowledged, reason, description } };
}

/** Returns the answer for a caller that does not wait: accepted, whatever happened to the transfer since. */
export function answerAcceptance(transfer: Transfer, refusals: Refusals): Reply {
  const { status, attempt } = transfer;
  if (status === "rejected" && attempt === 0) return { answer: refusals[rejectionOf(transfer)] };
  const scheduled = transfer.status === "waiting" && transfer.waitingFor === "window";
  return {
    answer: scheduled ? acceptanceAnswers.scheduled : acceptanceAnswers.initiated,
    data: { referenceId: String(transfer.referenceId) },
  };
}

interface Refused {
  readonly code: RefusalCode;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Returns the answer to an order that was not accepted. */
export function answerRefusal({ code, details }: Refused, refusals: Refusals): Reply {
  // A missing feature that is a mode has a sentence of its own.
  const name: Refusal = code === "feature_not_available" && "mode" in details ? "mode_not_available" : code;
  const answer = refusals[name];
  if (code === "invalid_ifsc") return { answer: refuseIfsc(answer, details["ifsc"]) };
  return answer.message.includes("{") ? { answer, values: refusalWords(details) } : { answer };
}

/** The answers for a waiting transfer, by what it waits for. */
const waitingAnswers: Readonly<Record<NonNullable<Transfer["waitingFor"]>, Answer>> = {
  funds: outcomeAnswers.queued,
  schedule: outcomeAnswers.received,
  window: outcomeAnswers.scheduled,
  downtime: outcomeAnswers.received,
};

/** Returns the answer for a pending transfer, which is with a bank only once it is sent. */
function pendingAnswerOf({ status, waitingFor, deemed }: Transfer): Answer {
  if (status === "awaiting_approval") return outcomeAnswers.awaiting_approval;
  if (status === "waiting" && waitingFor !== null) return waitingAnswers[waitingFor];
  return deemed ? outcomeAnswers.awaiting_confirmation : outcomeAnswers.pending_at_bank;
}

/** Returns the reason why a transfer ended unpaid; null if it has not ended or may still be paid. */
export function refusalOf(transfer: Transfer): Refusal | null {
  switch (transfer.status) {
    case "failed":
    case "rejected":
      return transfer.attempt === 0 ? rejectionOf(transfer) : failureOf(transfer);
    case "reversed":
    case "cancelled":
      return "attempt_failed";
    case "received":
    case "awaiting_approval":
    case "waiting":
    case "ready":
    case "sent":
    case "review":
    case "succeeded":
      return null;
    default:
      return transfer.status satisfies never;
  }
}

const rejectionOf = (transfer: Transfer): Refusal => REFUSED_FOR[transfer.reason ?? ""] ?? "attempt_failed";

function failureOf({ mode, reason }: Transfer): Refusal {
  const category = categoryOf(mode);
  if (category === "PAYTM") return "paytm_failed";
  if (category !== "BANK" || reason === null) return "attempt_failed";
  return BANK_FAILURES[reason] ?? "attempt_failed";
}

/** The bank's refusals that concern the account. */
const BANK_FAILURES: Readonly<Record<string, Refusal>> = {
  INVALID_IFSC_FAIL: "invalid_ifsc",
  INVALID_ACCOUNT_FAIL: "invalid_account_or_ifsc",
  INVALID_BENE_ACCOUNT_OR_IFSC: "invalid_account_or_ifsc",
  INVALID_OR_NO_SUCH_ACCOUNT_TYPE: "invalid_account_or_ifsc",
};

/** The refusals without an instruction to a bank, by the reason that is stored with the transfer. */
const REFUSED_FOR: Readonly<Record<string, RefusalCode>> = {
  INSUFFICIENT_BALANCE: "insufficient_balance",
  BENEFICIARY_BLACKLISTED: "beneficiary_not_allowed",
  BENEFICIARY_NOT_EXIST: "beneficiary_not_found",
  BENEFICIARY_INVALID_MODE: "mode_not_valid_for_beneficiary",
  DISABLED_MODE: "mode_not_enabled",
  DEST_LIMIT_REACHED: "beneficiary_limit_exceeded",
  SUSPECTED_TRANSFER: "account_limit_exceeded",
  PAYOUT_INACTIVE: "feature_not_available",
  INVALID_IFSC_FAIL: "invalid_ifsc",
  INVALID_BENE_ACCOUNT_OR_IFSC: "invalid_account_or_ifsc",
};
