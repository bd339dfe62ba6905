/** Writes transfers in the fields of the v2 contract: IDs are text, amounts numbers, and nothing is null. */
import { categoryOf } from "#rails";
import { endedAtOnce, type Transfer, type TransferDetails } from "#transfers";
import { describeV2Standing, describeV2Transfer, formatV2Time, standingAtEnd, v2Rupees } from "#webhooks";
import type { GivenOrder } from "./order-fields.ts";
import { APPROVAL_PENDING, RECEIVED, standingOf, UNKNOWN, type Standing } from "./standing.ts";

export type Written = Readonly<Record<string, unknown>>;

/** Writes a transfer for the reading calls. */
export function writeTransfer(transfer: TransferDetails): Written {
  const { acceptedAt, sentAt, finishedAt } = transfer;
  return describeV2Transfer({
    ...transfer,
    standing: standingOf(transfer),
    payee: transfer.beneficiary,
    updatedAt: finishedAt ?? sentAt ?? acceptedAt,
  });
}

/** Writes the payee as the order named it. */
export function writeGivenPayee({ payee: { beneficiaryId, details } }: Pick<GivenOrder, "payee">): Written {
  if (beneficiaryId !== undefined) return { beneficiary_id: beneficiaryId };
  const { accountNumber, ifsc, vpa } = details;
  return {
    beneficiary_instrument_details: {
      ...(accountNumber === undefined ? {} : { bank_account_number: accountNumber }),
      ...(ifsc === undefined ? {} : { bank_ifsc: ifsc, ifsc }),
      ...(vpa === undefined ? {} : { vpa }),
    },
  };
}

/** Writes the answer to a stored order: it shows a rejection, an immediate failure or a pending approval. */
export function writeTaken(order: GivenOrder, transfer: Transfer): Written {
  return {
    transfer_id: transfer.transferKey,
    cf_transfer_id: String(transfer.referenceId),
    ...describeV2Standing(firstStanding(transfer)),
    beneficiary_details: writeGivenPayee(order),
    transfer_amount: v2Rupees(transfer.amountPaise),
    transfer_mode: categoryOf(transfer.mode),
    fundsource_id: transfer.fundSourceId,
    added_on: formatV2Time(transfer.acceptedAt),
    updated_on: formatV2Time(transfer.acceptedAt),
  };
}

function firstStanding(transfer: Transfer): Standing {
  const { status, reason } = transfer;
  if (status === "rejected") return standingAtEnd({ status: "REJECTED", acknowledged: false, reason });
  if (endedAtOnce(transfer)) return standingAtEnd({ status: "FAILED", acknowledged: false, reason });
  return status === "awaiting_approval" ? APPROVAL_PENDING : RECEIVED;
}

/** Writes the answer to an order of which it is not known whether it was stored. */
export function writeUnknown(order: GivenOrder, now: Date): Written {
  return {
    transfer_id: order.transferId,
    cf_transfer_id: "",
    ...describeV2Standing(UNKNOWN),
    beneficiary_details: writeGivenPayee(order),
    transfer_amount: v2Rupees(order.amountPaise),
    transfer_mode: categoryOf(order.mode),
    added_on: formatV2Time(now),
    updated_on: formatV2Time(now),
  };
}
