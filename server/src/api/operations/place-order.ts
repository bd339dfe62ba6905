import { AccessError, confirmCaller } from "#access";
import type { Way } from "#approvals";
import type { PayeeInput } from "#beneficiaries";
import { CommitUnknownError } from "#lib/db";
import { isDatabaseAnswer, isUnavailable, logFault } from "#lib/db-errors";
import { OverloadError } from "#lib/gather";
import { findPhonePayee, resolvePhone } from "#phone";
import { parsePhone } from "#rails";
import {
  type Acceptance,
  acceptTransfer,
  awaitOutcome,
  readRefusal,
  readTransfers,
  type Transfer,
  type TransferOrder,
} from "#transfers";
import { answerAcceptance, answerOutcome, answerRefusal } from "./answer-transfer.ts";
import { openAnswers, type Reply } from "./answers.ts";
import type { Call } from "./operation.ts";
import { outcomeAnswers, phoneAnswers, type Refusals, repeatAnswers } from "./transfer-answers.ts";

/** The form of an answer to an order: after its outcome or at once, and in which API's refusals. */
interface Manner {
  readonly waits: boolean;
  readonly refusals: Refusals;
}

/** Places an order and answers. An order is stored once under its ID, whatever happens here. */
export async function placeOrder(call: Call, order: TransferOrder, manner: Manner): Promise<Reply> {
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
export async function answerTaken(call: Call, acceptance: Acceptance, manner: Manner): Promise<Reply> {
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
function wayOf({ version }: Call, { origin, mode }: TransferOrder): Way | null {
  if (version !== "v1" && version !== "v1.1") return null;
  if (origin?.kind === "phone") return "phone";
  return mode === "card" ? "card" : version;
}

/** Repeats the refusal if the order was refused when it came; otherwise answers with the current state. */
async function answerAgain(call: Call, transfer: Transfer, manner: Manner): Promise<Reply> {
  const refusal = await readRefusal(call.ctx, transfer);
  if (refusal !== null) return { answer: manner.refusals[refusal] };
  return answerTransfer(call, transfer, manner);
}

async function answerTransfer(call: Call, transfer: Transfer, { waits, refusals }: Manner): Promise<Reply> {
  if (!waits) return answerAcceptance(transfer, refusals);
  return answerOutcome(await waitForOutcome(call, transfer), refusals);
}

/** The transfer is stored: if waiting for its outcome fails, the outcome is just not known yet. */
async function waitForOutcome({ ctx, caller, requestId }: Call, transfer: Transfer): Promise<Transfer> {
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
export function answerUnaccepted({ ctx, requestId }: Call, error: unknown, refusals: Refusals): Reply {
  if (error instanceof OverloadError) return { answer: openAnswers.too_many_requests, retryAfterSeconds: 1 };
  logFault(ctx.log, error, { facts: { requestId }, text: "an order could not be taken" });
  const received: Reply = { answer: outcomeAnswers.received, verdict: "unknown" };
  if (error instanceof CommitUnknownError) return received;
  if (isUnavailable(error)) return { answer: openAnswers.service_unavailable };
  return isDatabaseAnswer(error) ? { answer: refusals.internal_error, verdict: "unknown" } : received;
}

/**
 * Places an order that pays the owner of the payee's phone number: finds the VPA, compares the names, and
 * hands over a usual UPI order. A VPA or bank account among the details is ignored.
 */
export async function placePhoneOrder(call: Call, order: TransferOrder, manner: Manner): Promise<Reply> {
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
  call: Call,
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

async function readPayee({ ctx, caller }: Call, { payee }: TransferOrder) {
  if ("inline" in payee) return payee.inline;
  const found = await findPhonePayee(ctx, caller.merchantId, payee.beneId);
  return typeof found === "string"
    ? found
    : ({ ...found, email: found.email ?? undefined } satisfies PayeeInput);
}

async function isKnown({ ctx, caller }: Call, { transferKey }: TransferOrder): Promise<boolean> {
  return (await readTransfers(ctx, caller.merchantId, { transferKeys: [transferKey] })).length > 0;
}
