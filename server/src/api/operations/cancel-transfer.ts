import { readTold } from "#stories";
import { cancelTransfers, TransferError } from "#transfers";
import { answerFor, refuse, type Reply, success, unknownError } from "./answers.ts";
import { readField, readReferenceId, readText } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";

const answers = {
  cancelled: success("Transfer cancelled"),
  not_found: refuse("404", "TransferId is invalid or does not exist"),
  not_cancellable: refuse("409", "The transfer was sent to a bank or has ended; it cannot be cancelled"),
  ids_missing: refuse("422", "Please provide referenceId or transferId to fetch details"),
  breakdown: unknownError,
} as const;

export const cancelTransfer: CallerOperation = {
  name: "cancelTransfer",
  method: "POST",
  path: "/cancelTransfer",
  versions: ["v1.2"],
  access: "token",
  scope: "pay",
  tag: "Transfers",
  summary: "Cancel a transfer",
  description:
    "Cancels a transfer that has not been sent to a bank: scheduled, queued, waiting for approval or for the " +
    "hours of its rail. Once a bank has it, it cannot be cancelled. An extension of the classic contract.",
  body: {
    transferId: { schema: { type: "string", maxLength: 40 } },
    referenceId: { schema: { type: "string", maxLength: 19, pattern: "^[0-9]+$" } },
  },
  bodyExample: () => ({ transferId: "INV_2026_0001" }),
  answers: () => answers,
  data: {
    schema: {
      type: "object",
      properties: { transferId: { type: "string" }, referenceId: { type: "string", pattern: "^[0-9]+$" } },
      required: ["transferId", "referenceId"],
    },
    examples: { cancelled: { transferId: "INV_2026_0001", referenceId: "10023" } },
  },
  breakdown: answers.breakdown,
  handle,
};

async function handle({ ctx, caller, body }: Call): Promise<Reply> {
  const transferKey = readText(body, "transferId");
  const byReference = readField(body, "referenceId") !== undefined;
  if (!byReference && transferKey === undefined) return { answer: answers.ids_missing };
  const referenceId = readReferenceId(body, "referenceId");
  if (transferKey === null || (byReference && typeof referenceId !== "bigint")) {
    return { answer: answers.not_found };
  }
  const wanted =
    typeof referenceId === "bigint" ? { referenceIds: [referenceId] } : { transferKeys: [transferKey!] };
  const transfer = await readTold(ctx, caller, wanted);
  const isMeant = transferKey === undefined || transfer?.transferKey === transferKey;
  if (transfer === undefined || !isMeant) return { answer: answers.not_found };
  try {
    const { transferId } = transfer;
    await cancelTransfers(ctx, caller.merchantId, {
      transferIds: [transferId],
      because: "cancelled by the merchant",
    });
  } catch (error) {
    return { answer: answerFor(error, TransferError, answers) };
  }
  return {
    answer: answers.cancelled,
    data: { transferId: transfer.transferKey, referenceId: String(transfer.referenceId) },
  };
}
