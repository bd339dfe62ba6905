/** Hands an order over to the engine and answers: an order is stored once under its ID. */
import { BeneficiaryError, getBeneficiary } from "#beneficiaries";
import { CommitUnknownError } from "#lib/db";
import { isDatabaseAnswer, isUnavailable, logFault } from "#lib/db-errors";
import { OverloadError } from "#lib/gather";
import { formatRupees } from "#lib/money";
import { explainUnpayable } from "#rails";
import { acceptTransfer, readTransfers, refusalWords, type Acceptance, type TransferOrder } from "#transfers";
import type { CallV2, ReplyV2 } from "./operation.ts";
import { engineRefusals, matchRefusals, placingRefusals } from "./placing-refusals.ts";
import { findDifference, whereTo } from "./where-to.ts";
import type { GivenOrder } from "./order-fields.ts";
import { callerRefusals, Refused, saying } from "./refusals.ts";
import { writeTaken, writeUnknown } from "./transfers.ts";

/** Places an order without waiting for the bank. */
export async function placeTransfer(call: CallV2, given: GivenOrder): Promise<ReplyV2> {
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
