/** v2: transfers, made and read. */
import { optional, refusing, together } from "#http";
import { categoryOf } from "#rails";
import { readTold } from "#stories";
import { endedAtOnce, explainAgain, type Transfer, type TransferDetails } from "#transfers";
import { describeV2Standing, describeV2Transfer, formatV2Time, standingAtEnd, v2Rupees } from "#webhooks";
import { declareV2 } from "./operation.ts";
import type { GivenOrder } from "./order-fields.ts";
import { invalid, Refused } from "./refusals.ts";
import { textRule } from "./rules.ts";
import { transferSchema } from "./schemas.ts";
import { APPROVAL_PENDING, RECEIVED, type Standing, standingOf, UNKNOWN } from "./standing.ts";

// Writes transfers in the fields of the v2 contract: IDs are text, amounts numbers, and nothing is null.

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
function writeGivenPayee({ payee: { beneficiaryId, details } }: Pick<GivenOrder, "payee">): Written {
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

const refusals = {
  ids_missing: invalid(
    "transfer_identifiers_missing",
    "transfer_identifiers : Either cf_transfer_id or transfer_id has to be provided with the request",
  ),
  cf_transfer_id_unknown: invalid("cf_transfer_id_not_found", "cf_transfer_id does not exist", 404),
  transfer_id_unknown: invalid("transfer_id_not_found", "transfer_id does not exist", 404),
} as const;

const REFERENCE_ID_MAX = 2n ** 63n - 1n;

/** Returns our ID of a transfer; null if it cannot be one. */
function toReferenceId(text: string): bigint | null {
  const number = /^\d{1,19}$/.test(text) ? BigInt(text) : null;
  return number !== null && number <= REFERENCE_ID_MAX ? number : null;
}

export const getTransfer = declareV2({
  name: "getTransfer",
  method: "GET",
  scope: "read",
  path: "/transfers",
  tag: "Transfers",
  summary: "Get a transfer",
  description:
    "By our cf_transfer_id, your transfer_id, or both, if they belong to the same transfer. The call also " +
    "succeeds for a transfer that failed: check `status`.",
  query: {
    ids: together(
      {
        cf_transfer_id: refusing(optional(textRule({ maxLength: 19, pattern: "^[0-9]+$" })), {
          wrong: "cf_transfer_id_unknown",
        }),
        transfer_id: refusing(optional(textRule({ maxLength: 40 })), { wrong: "transfer_id_unknown" }),
      },
      ({ cf_transfer_id: text, transfer_id: transferKey }) => {
        if (text === undefined && transferKey === undefined) return { problem: "ids_missing" };
        const referenceId = text === undefined ? undefined : toReferenceId(text);
        return referenceId === null
          ? { problem: "cf_transfer_id_unknown" }
          : { value: { referenceId, transferKey } };
      },
    ),
  },
  success: {
    httpStatus: 200,
    schema: transferSchema,
    example: {
      transfer_id: "INV_2026_0001",
      cf_transfer_id: "10023",
      status: "SUCCESS",
      status_code: "COMPLETED",
      status_description: "The transfer has been credited to the beneficiary.",
      beneficiary_details: {
        beneficiary_id: "JOHN18011",
        beneficiary_instrument_details: {
          bank_account_number: "00011020001772",
          bank_ifsc: "HDFC0000001",
          ifsc: "HDFC0000001",
        },
      },
      transfer_amount: 100,
      transfer_service_charge: 2.5,
      transfer_service_tax: 0.45,
      transfer_mode: "BANK",
      transfer_utr: "632512345678",
      fundsource_id: "WALLET_1",
      added_on: "2026-11-21T06:13:20Z",
      updated_on: "2026-11-21T06:13:21Z",
    },
  },
  refusals,
  handle: async ({ ctx, caller, input }) => {
    const { referenceId, transferKey } = input.ids;
    const wanted =
      referenceId === undefined ? { transferKeys: [transferKey!] } : { referenceIds: [referenceId] };
    const transfer = await readTold(ctx, caller, wanted);
    if (transfer === undefined)
      throw new Refused(
        referenceId === undefined ? refusals.transfer_id_unknown : refusals.cf_transfer_id_unknown,
      );
    if (transferKey !== undefined && transferKey !== transfer.transferKey)
      throw new Refused(refusals.transfer_id_unknown);
    const body = writeTransfer(transfer);
    const again = await explainAgain(ctx, caller.merchantId, transfer);
    if (again === null) return { body };
    return { body: { ...body, status_description: `${body["status_description"]} ${again}` } };
  },
});
