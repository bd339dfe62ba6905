import { outputOf, shown } from "#http";
import { cancelTransfers, TransferError, type TransferDetails } from "#transfers";
import { referenceIdSchema, text } from "./answer-schemas.ts";
import { answerFor, refuse, success, unknownError } from "./answers.ts";
import { declareClassic } from "./declare-classic.ts";
import { findTransfer, transferIds } from "./transfer-fields.ts";

const answers = {
  cancelled: success("Transfer cancelled"),
  not_found: refuse("404", "TransferId is invalid or does not exist"),
  not_cancellable: refuse("409", "The transfer was sent to a bank or has ended; it cannot be cancelled"),
  ids_missing: refuse("422", "Please provide referenceId or transferId to fetch details"),
  breakdown: unknownError,
} as const;

const output = outputOf<TransferDetails>({
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
  answers,
  data: {
    schema: output.schema,
    examples: { cancelled: { transferId: "INV_2026_0001", referenceId: "10023" } },
  },
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller, input }) => {
    const transfer = await findTransfer({ ctx, caller }, input.ids);
    if (transfer === undefined) return { answer: answers.not_found };
    try {
      await cancelTransfers(ctx, caller.merchantId, {
        transferIds: [transfer.transferId],
        because: "cancelled by the merchant",
      });
    } catch (error) {
      return { answer: answerFor(error, TransferError, answers) };
    }
    return { answer: answers.cancelled, data: output.write(transfer) };
  },
});
