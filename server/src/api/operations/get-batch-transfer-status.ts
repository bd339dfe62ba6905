import { BatchError, describeBatch, readRows, type BatchRow } from "#batches";
import { WALLET_ID } from "#fund-sources";
import { formatRupees, parseRupees } from "#lib/money";
import { istText } from "#rails";
import { explainLate } from "#transfers";
import { answerFor, refuse, type Reply, success } from "./answers.ts";
import { batchStatusData } from "./batch-fields.ts";
import { readText } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";

const answers = {
  found: success("Data retrieved successfully"),
  not_found: refuse("404", "Batch Transfer Id does not exist"),
  // The contract has both sentences; this one is for a missing id.
  id_missing: refuse("404", "Bulk Transfer Id does not exist"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

const ROWS_MAX = 500;

export const getBatchTransferStatus: CallerOperation = {
  name: "getBatchTransferStatus",
  method: "GET",
  path: "/getBatchTransferStatus",
  versions: ["v1", "v1.2", "v1.3"],
  access: "token",
  scope: "read",
  tag: "Batches",
  summary: "Get a batch and its transfers",
  description: "Rows are listed as soon as the batch is accepted, in the order you sent them.",
  query: { batchTransferId: { schema: { type: "string", maxLength: 60 }, required: true } },
  answers: () => answers,
  data: batchStatusData,
  breakdown: answers.breakdown,
  handle,
};

async function handle({ ctx, caller, query, version }: Call): Promise<Reply> {
  const batchKey = readText(query, "batchTransferId");
  if (batchKey === undefined) return { answer: answers.id_missing };
  if (batchKey === null) return { answer: answers.not_found };
  const { merchantId, fundSourceIds } = caller;
  try {
    const batch = await describeBatch(ctx, merchantId, { batchKey, fundSourceIds });
    const rows = await readRows(ctx, merchantId, { batch, limit: ROWS_MAX });
    const source =
      batch.fundSourceId ?? rows.find(({ transfer }) => transfer !== null)?.transfer?.fundSourceId;
    return {
      answer: answers.found,
      data: {
        rowCount: batch.rowCount,
        referenceId: batch.referenceId,
        ...(version === "v1" ? {} : { paymentInstrumentId: source ?? WALLET_ID }),
        transfers: rows.map((row) => writeRow(row, batch.createdAt)),
      },
    };
  } catch (error) {
    return { answer: answerFor(error, BatchError, answers) };
  }
}

/** Reads an amount; anything else is 0, because clients read a number here. */
function readAmount(text: string | undefined): bigint {
  const amount = parseRupees(text);
  return typeof amount === "bigint" ? amount : 0n;
}

const NOT_PROCESSED = "0000-00-00 00:00:00";
const PAID = new Set(["SUCCESS", "REVERSED"]);

function writeRow(row: BatchRow, createdAt: Date): Record<string, string | number> {
  const { fields, transfer, failureReason, status } = row;
  const payee = transfer?.beneficiary;
  const finishedAt = transfer?.finishedAt ?? null;
  const late = explainLate(transfer?.reason ?? null);
  return {
    transferId: fields.transferId ?? "",
    beneId: row.beneId ?? fields.beneId ?? "",
    referenceId: Number(transfer?.referenceId ?? 0n),
    bankAccount: payee?.bankAccount ?? fields.bankAccount ?? "",
    ifsc: payee?.ifsc ?? fields.ifsc ?? "",
    amount: formatRupees(transfer?.amountPaise ?? readAmount(fields.amount)),
    remarks: fields.remarks ?? "",
    status,
    utr: PAID.has(status) || late !== null ? (transfer?.utr ?? "") : "",
    addedOn: istText(transfer?.acceptedAt ?? createdAt),
    processedOn: finishedAt === null ? NOT_PROCESSED : istText(finishedAt),
    ...(failureReason === null ? {} : { failureReason }),
    ...(late === null ? {} : { description: late }),
  };
}
