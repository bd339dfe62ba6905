/** Writes a transfer for the reading calls. */
import { formatRupees } from "#lib/money";
import type { LookupView } from "#phone";
import { istText } from "#rails";
import { explainLate, type TransferDetails } from "#transfers";
import type { Version } from "./operation.ts";
import { writeMatch } from "./validation-fields.ts";

const NOT_PROCESSED = "0000-00-00 00:00:00";

const PAID = new Set(["SUCCESS", "REVERSED"]);
const UNPAID = new Set(["FAILED", "REJECTED", "REVERSED"]);

/**
 * Writes a row of a list: every field is present; a failed transfer that was paid late has more. `lookup`:
 * for a payment to a phone number.
 */
export function writeTransferRow(
  transfer: TransferDetails,
  lookup: LookupView | null = null,
): Record<string, string | number> {
  const late = explainLate(transfer.reason);
  return {
    referenceId: String(transfer.referenceId),
    bankAccount: transfer.beneficiary.bankAccount ?? "",
    beneId: transfer.beneficiary.beneId ?? lookup?.beneId ?? "",
    amount: formatRupees(transfer.amountPaise),
    status: transfer.publicStatus,
    utr: transfer.utr ?? "",
    addedOn: istText(transfer.acceptedAt),
    processedOn: transfer.finishedAt === null ? NOT_PROCESSED : istText(transfer.finishedAt),
    acknowledged: transfer.acknowledged ? 1 : 0,
    ...(late === null ? {} : { description: late }),
    ...(late === null || !UNPAID.has(transfer.publicStatus) ? {} : { reason: transfer.reason! }),
  };
}

/** Writes one transfer without fields that do not apply. `lookup`: for a payment to a phone number. */
export function writeTransfer(
  transfer: TransferDetails,
  version: Version,
  lookup: LookupView | null = null,
): Record<string, string | number> {
  const { publicStatus, beneficiary, utr, reason } = transfer;
  const { bankAccount, ifsc, vpa, phone } = beneficiary;
  // Paid after a refusal: the only case in which a failure has a UTR, and a sentence that must be read.
  const late = explainLate(reason);
  return {
    transferId: transfer.transferKey,
    referenceId: String(transfer.referenceId),
    ...(bankAccount === null ? {} : { bankAccount }),
    ...(ifsc === null ? {} : { ifsc }),
    beneId: beneficiary.beneId ?? lookup?.beneId ?? "",
    amount: formatRupees(transfer.amountPaise),
    status: publicStatus,
    ...(utr !== null && (PAID.has(publicStatus) || late !== null) ? { utr } : {}),
    addedOn: istText(transfer.acceptedAt),
    processedOn: transfer.finishedAt === null ? NOT_PROCESSED : istText(transfer.finishedAt),
    ...(reason !== null && UNPAID.has(publicStatus) ? { reason } : {}),
    ...(late === null ? {} : { description: late }),
    transferMode: transfer.originKind === "phone" ? "phone" : transfer.category,
    acknowledged: transfer.acknowledged ? 1 : 0,
    ...(vpa === null ? {} : { vpa }),
    ...(version === "v1.2" && phone !== null ? { phone } : {}),
    ...(version === "v1.2" ? { paymentInstrumentId: transfer.fundSourceId } : {}),
    ...(lookup?.match == null ? {} : writeMatch(lookup.match)),
  };
}
