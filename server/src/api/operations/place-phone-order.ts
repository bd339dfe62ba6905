import { AccessError, confirmCaller } from "#access";
import type { PayeeInput } from "#beneficiaries";
import { isUnavailable, logFault } from "#lib/db-errors";
import { OverloadError } from "#lib/gather";
import { findPhonePayee, resolvePhone } from "#phone";
import { parsePhone } from "#rails";
import { readTransfers, type TransferOrder } from "#transfers";
import { openAnswers, type Reply } from "./answers.ts";
import type { Call } from "./operation.ts";
import { type Manner, placeOrder } from "./place-order.ts";
import { phoneAnswers } from "./transfer-answers.ts";

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
