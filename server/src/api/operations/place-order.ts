import { AccessError } from "#access";
import type { Way } from "#approvals";
import { CommitUnknownError } from "#lib/db";
import { isDatabaseAnswer, isUnavailable, logFault } from "#lib/db-errors";
import { OverloadError } from "#lib/gather";
import {
  type Acceptance,
  acceptTransfer,
  awaitOutcome,
  readRefusal,
  type Transfer,
  type TransferOrder,
} from "#transfers";
import { answerAcceptance, answerOutcome, answerRefusal } from "./answer-transfer.ts";
import { openAnswers, type Reply } from "./answers.ts";
import type { Call } from "./operation.ts";
import { outcomeAnswers, type Refusals, repeatAnswers } from "./transfer-answers.ts";

/** The form of an answer to an order: after its outcome or at once, and in which API's refusals. */
export interface Manner {
  readonly waits: boolean;
  readonly refusals: Refusals;
}

/** Hands an order over and answers: an order is stored once under its id, whatever happens here. */
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
