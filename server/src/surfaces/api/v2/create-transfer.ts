/** Hands an order over to the engine and answers: an order is stored once under its ID. */
import { BeneficiaryError, getBeneficiary } from "#beneficiaries";
import { CommitUnknownError } from "#lib/db";
import { isDatabaseAnswer, isUnavailable, logFault } from "#lib/db-errors";
import { OverloadError } from "#lib/gather";
import { formatRupees } from "#lib/money";
import { explainUnpayable } from "#rails";
import { acceptTransfer, readTransfers, refusalWords, type Acceptance, type TransferOrder } from "#transfers";
import { declareV2, type CallV2, type ReplyV2 } from "./operation.ts";
import {
  orderFields,
  orderOf,
  orderRefusals,
  findDifference,
  whereTo,
  type GivenOrder,
} from "./order-fields.ts";
import { matchRefusals, placingRefusals, untakenRefusals, engineRefusals } from "./placing-refusals.ts";
import { callerRefusals, Refused, saying } from "./refusals.ts";
import { transferSchema } from "./schemas.ts";
import { writeTaken, writeUnknown } from "./transfers.ts";

export const createTransfer = declareV2({
  name: "createTransfer",
  method: "POST",
  scope: "draft",
  path: "/transfers",
  tag: "Transfers",
  summary: "Create a transfer",
  description:
    "Responds as soon as the request is stored, without waiting for the bank: RECEIVED, APPROVAL_PENDING if it " +
    "must be approved, or REJECTED or FAILED (if the balance is too low) with the reason in `status_code`. Details " +
    "given with a `beneficiary_id` must match the beneficiary. A `transfer_id` is paid only once.",
  repeatable: true,
  body: orderFields,
  bodyExample: {
    transfer_id: "INV_2026_0001",
    transfer_amount: 100,
    transfer_mode: "imps",
    beneficiary_details: { beneficiary_id: "JOHN18011" },
    transfer_remarks: "Invoice 1",
  },
  success: {
    httpStatus: 200,
    schema: transferSchema,
    example: {
      transfer_id: "INV_2026_0001",
      cf_transfer_id: "10023",
      status: "RECEIVED",
      status_code: "RECEIVED",
      status_description: "The transfer has been received successfully for further processing.",
      beneficiary_details: { beneficiary_id: "JOHN18011" },
      transfer_amount: 100,
      transfer_mode: "BANK",
      fundsource_id: "WALLET_1",
      added_on: "2026-11-21T06:13:20Z",
      updated_on: "2026-11-21T06:13:20Z",
    },
  },
  refusals: orderRefusals,
  publishedRefusals: [
    ...Object.values(orderRefusals),
    ...Object.values(placingRefusals),
    ...Object.values(matchRefusals),
    ...untakenRefusals,
  ],
  handle: (call) => placeTransfer(call, orderOf(call.input)),
});

/** Places an order without waiting for the bank. */
async function placeTransfer(call: CallV2, given: GivenOrder): Promise<ReplyV2> {
  const { ctx, caller, requestId } = call;
  if (!caller.settings.payoutsEnabled) throw new Refused(placingRefusals.payouts_disabled);
  const order = await toOrder(call, given);
  let acceptance: Acceptance;
  try {
    acceptance = await acceptTransfer(ctx, caller.merchantId, order);
  } catch (error) {
    if (error instanceof OverloadError)
      throw new Refused(callerRefusals.too_many_requests, { retrySeconds: 1 });
    logFault(ctx.log, error, { facts: { requestId }, text: "an order could not be taken" });
    if (!(error instanceof CommitUnknownError)) {
      if (isUnavailable(error)) throw error;
      if (isDatabaseAnswer(error)) throw new Refused(callerRefusals.broken);
    }
    return { body: writeUnknown(given, new Date()), verdict: "unknown" };
  }
  return answer(call, { given, acceptance });
}

function answer(
  { idempotent }: CallV2,
  { given, acceptance }: { given: GivenOrder; acceptance: Acceptance },
): ReplyV2 {
  switch (acceptance.kind) {
    case "accepted":
    case "rejected":
    case "failed":
      return { body: writeTaken(given, acceptance.transfer) };
    case "repeated":
      if (!idempotent || !acceptance.sameContent) throw new Refused(placingRefusals.transfer_id_exists);
      return { body: writeTaken(given, acceptance.transfer), replayed: true };
    case "refused":
      throw toRefused(acceptance);
    default:
      return acceptance satisfies never;
  }
}

function toRefused({ code, details }: Extract<Acceptance, { kind: "refused" }>): Refused {
  // A missing feature that is a mode has a code of its own.
  const name = code === "feature_not_available" && "mode" in details ? "mode_not_enabled" : code;
  const refusal = engineRefusals[name];
  const { ifsc } = details as { ifsc?: string };
  const values = refusalWords(details, formatRupees);
  return new Refused(ifsc === undefined ? refusal : saying(refusal, explainUnpayable(ifsc)), { values });
}

async function toOrder(call: CallV2, given: GivenOrder): Promise<TransferOrder> {
  const { transferId: transferKey, amountPaise, mode, remarks, fundSourceId } = given;
  return {
    transferKey,
    payee: await findPayee(call, given),
    amountPaise,
    mode,
    remarks,
    fundSourceId,
    createdBy: { maker: `api-key:${call.caller.clientId}`, creator: "api" },
  };
}

/**
 * Returns the payee. Details beside the ID of a listed beneficiary that say where the money goes must be the
 * listed ones, and then exactly it is paid. For a known order ID they must be those of its payee.
 */
async function findPayee(call: CallV2, given: GivenOrder): Promise<TransferOrder["payee"]> {
  const { beneficiaryId: beneId, details } = given.payee;
  if (beneId === undefined) return { inline: details };
  const wanted = whereTo(details, given.mode);
  if (Object.keys(wanted).length === 0) return { beneId };
  const { ctx, caller } = call;
  const [known] = await readTransfers(ctx, caller.merchantId, { transferKeys: [given.transferId] });
  if (known !== undefined) {
    // A caller who names another payee under the same ID must not believe that this one was paid.
    const paid = { ...known.beneficiary, accountNumber: known.beneficiary.bankAccount };
    if (findDifference(wanted, paid) !== null) throw new Refused(placingRefusals.transfer_id_exists);
    return { beneId };
  }
  try {
    const listed = await getBeneficiary(ctx, caller.merchantId, beneId);
    const different = findDifference(wanted, listed);
    if (different !== null) throw new Refused(matchRefusals[different], { values: { value: beneId } });
    return { beneId, beneficiaryId: listed.beneficiaryId };
  } catch (error) {
    if (BeneficiaryError.is(error, "not_found")) throw new Refused(engineRefusals.beneficiary_not_found);
    throw error;
  }
}
