/** Maps a transfer or a refusal to the answer that the contract has for it; pure functions. */
import { AccessError, confirmCaller } from "#access";
import type { ExemptWay } from "#approvals";
import type { PayeeInput } from "#beneficiaries";
import { CommitUnknownError } from "#lib/db";
import { isDatabaseAnswer, isUnavailable, logFault } from "#lib/db-errors";
import { OverloadError } from "#lib/gather";
import { findPhonePayee, resolvePhone } from "#phone";
import { parsePhone, categoryOf } from "#rails";
import {
  type Acceptance,
  acceptTransfer,
  awaitOutcome,
  readRefusal,
  readTransfers,
  type Transfer,
  type TransferOrder,
  explainLate,
  refusalWords,
  type RefusalCode,
} from "#transfers";
import { openAnswers, type Reply, type Answer, refuseIfsc } from "./answers.ts";
import type { ClassicCall } from "./operation.ts";
import {
  outcomeAnswers,
  phoneAnswers,
  type ClassicRefusals,
  repeatAnswers,
  acceptanceAnswers,
  type ClassicRefusal,
} from "./transfer-answers.ts";

/** The form of an answer to an order: after its outcome or at once, and in which API's refusals. */
interface Manner {
  readonly waits: boolean;
  readonly refusals: ClassicRefusals;
}

/** Places an order and answers. An order is stored once under its ID, whatever happens here. */
export async function placeOrder(call: ClassicCall, order: TransferOrder, manner: Manner): Promise<Reply> {
  if (!call.caller.settings.payoutsEnabled) return { answer: manner.refusals.feature_not_available };
  let acceptance: Acceptance;
  try {
    acceptance = await acceptTransfer(call.ctx, call.caller.merchantId, {
      ...order,
      createdBy: { maker: `api-key:${call.caller.clientId}`, creator: "api" },
      way: wayOf(call, order),
      asynchronous: !manner.waits,
      presumed: call.presumed,
    });
  } catch (error) {
    if (AccessError.is(error, "caller_changed")) throw error;
    return answerUnaccepted(call, error, manner.refusals);
  }
  return answerTaken(call, acceptance, manner);
}

/** Returns the answer to an order by its acceptance. */
export async function answerTaken(call: ClassicCall, acceptance: Acceptance, manner: Manner): Promise<Reply> {
  switch (acceptance.kind) {
    case "accepted":
      return { ...(await answerTransfer(call, acceptance.transfer, manner)), verdict: "done" };
    case "repeated":
      if (call.keyId === null) return { answer: manner.refusals.transfer_id_exists };
      if (!acceptance.sameContent) return { answer: repeatAnswers.transfer_id_differs };
      return { ...(await answerAgain(call, acceptance.transfer, manner)), replayed: true };
    case "refused":
      return answerRefusal(acceptance, manner.refusals);
    case "rejected":
    case "failed":
      return { answer: manner.refusals[acceptance.code], verdict: "done" };
    default:
      return acceptance satisfies never;
  }
}

/** Returns the name by which a merchant can exempt older versions, and payments by phone or card in them. */
function wayOf({ version }: ClassicCall, { origin, mode }: TransferOrder): ExemptWay | null {
  if (version !== "v1" && version !== "v1.1") return null;
  if (origin?.kind === "phone") return "phone";
  return mode === "card" ? "card" : version;
}

/** Repeats the refusal if the order was refused when it came; otherwise answers with the current state. */
async function answerAgain(call: ClassicCall, transfer: Transfer, manner: Manner): Promise<Reply> {
  const refusal = await readRefusal(call.ctx, transfer);
  if (refusal !== null) return { answer: manner.refusals[refusal] };
  return answerTransfer(call, transfer, manner);
}

async function answerTransfer(
  call: ClassicCall,
  transfer: Transfer,
  { waits, refusals }: Manner,
): Promise<Reply> {
  if (!waits) return answerAcceptance(transfer, refusals);
  return answerOutcome(await waitForOutcome(call, transfer), refusals);
}

/** The transfer is stored: if waiting for its outcome fails, the outcome is just not known yet. */
async function waitForOutcome(
  { ctx, caller, requestId }: ClassicCall,
  transfer: Transfer,
): Promise<Transfer> {
  try {
    return await awaitOutcome(ctx, transfer, caller.settings.syncWaitMs);
  } catch (error) {
    ctx.log.error(
      { requestId, transferId: transfer.transferId, err: error },
      "waiting for an outcome failed",
    );
    return transfer;
  }
}

/**
 * Reports a failure only if certainly nothing is stored, else "received", as the status call knows. Only an
 * error of the database itself allows the contract's invitation to send the order again.
 */
export function answerUnaccepted(
  { ctx, requestId }: ClassicCall,
  error: unknown,
  refusals: ClassicRefusals,
): Reply {
  if (error instanceof OverloadError) return { answer: openAnswers.too_many_requests, retryAfterSeconds: 1 };
  logFault(ctx.log, error, { facts: { requestId }, text: "an order could not be taken" });
  const received: Reply = { answer: outcomeAnswers.received, verdict: "unknown" };
  if (error instanceof CommitUnknownError) return received;
  if (isUnavailable(error)) return { answer: openAnswers.service_unavailable };
  return isDatabaseAnswer(error) ? { answer: refusals.internal_error, verdict: "unknown" } : received;
}

/**
 * Places an order that pays the owner of the payee's phone number: finds the VPA, compares the names, and hands over an
 * ordinary UPI order. A VPA or bank account among the details is ignored.
 */
export async function placePhoneOrder(
  call: ClassicCall,
  order: TransferOrder,
  manner: Manner,
): Promise<Reply> {
  const { ctx, caller, requestId } = call;
  if (!caller.settings.payoutsEnabled) return { answer: manner.refusals.feature_not_available };
  // The requested details decide if it is the same order; the number's owner may have changed meanwhile.
  const asked = { ...order, given: order.payee };
  let resolved: TransferOrder | Reply;
  try {
    // A bank is asked for the number before the order is accepted.
    if (call.presumed !== null) await confirmCaller(ctx, call.presumed);
    // An order accepted under this id is answered from its record: no bank is asked, no payee looked up.
    resolved = (await isKnown(call, order)) ? asked : await resolveOrder(call, asked, manner);
  } catch (error) {
    if (AccessError.is(error, "caller_changed")) throw error;
    if (error instanceof OverloadError)
      return { answer: openAnswers.too_many_requests, retryAfterSeconds: 1 };
    // The order has not been handed over, so nothing is stored.
    logFault(ctx.log, error, { facts: { requestId }, text: "a phone number could not be resolved" });
    return {
      answer: isUnavailable(error) ? openAnswers.service_unavailable : manner.refusals.internal_error,
    };
  }
  return "answer" in resolved ? resolved : placeOrder(call, resolved, manner);
}

/** Returns the order with the VPA that is paid, or the answer if there is none. */
async function resolveOrder(
  call: ClassicCall,
  order: TransferOrder,
  { refusals }: Manner,
): Promise<TransferOrder | Reply> {
  const { ctx, caller } = call;
  const payee = await readPayee(call, order);
  if (typeof payee === "string") return { answer: refusals[payee] };
  const phone = parsePhone(payee.phone ?? "");
  if (phone === null) return { answer: phoneAnswers.phone_not_linked };
  const { transferKey } = order;
  const beneId = "beneId" in order.payee ? order.payee.beneId : null;
  const { name } = payee;
  const resolution = await resolvePhone(ctx, caller.merchantId, { transferKey, phone, beneId, name });
  switch (resolution.kind) {
    case "resolved": {
      const inline = { ...payee, phone, vpa: resolution.vpa, accountNumber: undefined, ifsc: undefined };
      return { ...order, payee: { inline }, origin: { kind: "phone", id: resolution.lookupId } };
    }
    case "not_linked":
      return { answer: phoneAnswers.phone_not_linked };
    case "name_not_comparable":
      return { answer: phoneAnswers.phone_name_not_comparable };
    case "name_differs": {
      const outcome = resolution.outcome.replaceAll("_", " ");
      return { answer: phoneAnswers.phone_name_differs, values: { outcome } };
    }
    case "unavailable":
      return { answer: refusals.internal_error };
    default:
      return resolution satisfies never;
  }
}

async function readPayee({ ctx, caller }: ClassicCall, { payee }: TransferOrder) {
  if ("inline" in payee) return payee.inline;
  const found = await findPhonePayee(ctx, caller.merchantId, payee.beneId);
  return typeof found === "string"
    ? found
    : ({ ...found, email: found.email ?? undefined } satisfies PayeeInput);
}

async function isKnown({ ctx, caller }: ClassicCall, { transferKey }: TransferOrder): Promise<boolean> {
  return (await readTransfers(ctx, caller.merchantId, { transferKeys: [transferKey] })).length > 0;
}

/** Returns the answer for a caller that waited: the outcome, or that it is still pending. */
function answerOutcome(transfer: Transfer, refusals: ClassicRefusals): Reply {
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
function answerAcceptance(transfer: Transfer, refusals: ClassicRefusals): Reply {
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
function answerRefusal({ code, details }: Refused, refusals: ClassicRefusals): Reply {
  // A missing feature that is a mode has a sentence of its own.
  const name: ClassicRefusal =
    code === "feature_not_available" && "mode" in details ? "mode_not_available" : code;
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
export function refusalOf(transfer: Transfer): ClassicRefusal | null {
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

const rejectionOf = (transfer: Transfer): ClassicRefusal =>
  REFUSED_FOR[transfer.reason ?? ""] ?? "attempt_failed";

function failureOf({ mode, reason }: Transfer): ClassicRefusal {
  const category = categoryOf(mode);
  if (category === "PAYTM") return "paytm_failed";
  if (category !== "BANK" || reason === null) return "attempt_failed";
  return BANK_FAILURES[reason] ?? "attempt_failed";
}

/** The bank's refusals that concern the account. */
const BANK_FAILURES: Readonly<Record<string, ClassicRefusal>> = {
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
