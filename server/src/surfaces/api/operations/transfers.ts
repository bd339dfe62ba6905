import { outputOf, partOf, shown } from "#http";
import { readTold } from "#stories";
import {
  cancelTransfers,
  explainAgain,
  readFirstInQueue,
  type TransferDetails,
  TransferError,
} from "#transfers";
import { answerFor, referenceIdSchema, refuse, success, text, unknownError } from "./answers.ts";
import { declareClassic } from "./declare-classic.ts";
import { readLookupsOf } from "./list-transfers.ts";
import { findTransfer, type OneTransfer, oneTransfer, transferIds } from "./transfer-fields.ts";

const getTransferStatusAnswers = {
  found_by_reference_id: success("Details of transfer with referenceId {id}"),
  found_by_transfer_id: success("Details of transfer with transferId {id}"),
  reference_id_unknown: refuse("404", "ReferenceId is invalid or does not exist"),
  transfer_id_unknown: refuse("404", "TransferId is invalid or does not exist"),
  ids_missing: refuse("422", "Please provide referenceId or transferId to fetch details"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

const example = {
  transfer: {
    transferId: "INV_2026_0001",
    referenceId: "10023",
    bankAccount: "00011020001772",
    ifsc: "HDFC0000001",
    beneId: "JOHN18011",
    amount: "100.00",
    status: "SUCCESS",
    utr: "632512345678",
    addedOn: "2026-11-21 11:43:20",
    processedOn: "2026-11-21 11:43:21",
    transferMode: "BANK",
    acknowledged: 1,
  },
};

const getTransferStatusOutput = outputOf<OneTransfer>({ transfer: partOf(oneTransfer, (from) => from) });

export const getTransferStatus = declareClassic({
  name: "getTransferStatus",
  method: "GET",
  path: "/getTransferStatus",
  versions: ["v1", "v1.1", "v1.2"],
  scope: "read",
  tag: "Transfers",
  summary: "Get a transfer",
  description:
    "By our referenceId, your transferId, or both, if they belong to the same transfer. The call also succeeds " +
    "for a transfer that failed: check `data.transfer.status`. In v1.2, a QUEUED transfer that waits for money " +
    "behind another one names it in `waitsBehind`: transfers of a fund source are paid in their order.",
  query: {
    ids: transferIds({ transferId: "transfer_id_unknown", referenceId: "reference_id_unknown" }),
  },
  answers: getTransferStatusAnswers,
  data: {
    schema: getTransferStatusOutput.schema,
    examples: { found_by_reference_id: example, found_by_transfer_id: example },
  },
  breakdown: getTransferStatusAnswers.breakdown,
  handle: async ({ ctx, caller, version, input }) => {
    const { transferId: transferKey, referenceId } = input.ids;
    const byReference = referenceId !== undefined;
    const wanted = byReference ? { referenceIds: [referenceId] } : { transferKeys: [transferKey!] };
    const transfer = await readTold(ctx, caller, wanted);
    if (transfer === undefined)
      return {
        answer: byReference
          ? getTransferStatusAnswers.reference_id_unknown
          : getTransferStatusAnswers.transfer_id_unknown,
      };
    if (transferKey !== undefined && transferKey !== transfer.transferKey)
      return { answer: getTransferStatusAnswers.transfer_id_unknown };
    const lookup = (await readLookupsOf(ctx, [transfer]))(transfer);
    const again = await explainAgain(ctx, caller.merchantId, transfer);
    const first =
      transfer.waitingFor === "funds"
        ? await ctx.db.inMerchant(caller.merchantId, (tx) => readFirstInQueue(tx, transfer))
        : null;
    return {
      answer: byReference
        ? getTransferStatusAnswers.found_by_reference_id
        : getTransferStatusAnswers.found_by_transfer_id,
      values: { id: byReference ? String(transfer.referenceId) : transfer.transferKey },
      data: getTransferStatusOutput.write({ transfer, lookup, version, again, first }),
    };
  },
});

const cancelTransferAnswers = {
  cancelled: success("Transfer cancelled"),
  not_found: refuse("404", "TransferId is invalid or does not exist"),
  not_cancellable: refuse("409", "The transfer was sent to a bank or has ended; it cannot be cancelled"),
  ids_missing: refuse("422", "Please provide referenceId or transferId to fetch details"),
  breakdown: unknownError,
} as const;

const cancelTransferOutput = outputOf<TransferDetails>({
  transferId: shown(text, ({ transferKey }) => transferKey),
  referenceId: shown(referenceIdSchema, ({ referenceId }) => String(referenceId)),
});

export const cancelTransfer = declareClassic({
  name: "cancelTransfer",
  method: "POST",
  path: "/cancelTransfer",
  versions: ["v1.2"],
  scope: "pay",
  tag: "Transfers",
  summary: "Cancel a transfer",
  description:
    "Cancels a transfer that has not been sent to a bank: scheduled, queued, waiting for approval or for the " +
    "hours of its rail. Once a bank has it, it cannot be cancelled. An extension of the classic contract.",
  body: { ids: transferIds({ transferId: "not_found", referenceId: "not_found" }) },
  bodyExample: () => ({ transferId: "INV_2026_0001" }),
  answers: cancelTransferAnswers,
  data: {
    schema: cancelTransferOutput.schema,
    examples: { cancelled: { transferId: "INV_2026_0001", referenceId: "10023" } },
  },
  breakdown: cancelTransferAnswers.breakdown,
  handle: async ({ ctx, caller, input }) => {
    const transfer = await findTransfer({ ctx, caller }, input.ids);
    if (transfer === undefined) return { answer: cancelTransferAnswers.not_found };
    try {
      await cancelTransfers(ctx, caller.merchantId, {
        transferIds: [transfer.transferId],
        because: "cancelled by the merchant",
        by: `api-key:${caller.clientId}`,
      });
    } catch (error) {
      return { answer: answerFor(error, TransferError, cancelTransferAnswers) };
    }
    return { answer: cancelTransferAnswers.cancelled, data: cancelTransferOutput.write(transfer) };
  },
});
