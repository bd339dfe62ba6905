import { readTold } from "#stories";
import { explainAgain } from "#transfers";
import { refuse, type Reply, success } from "./answers.ts";
import { readField, readReferenceId, readText } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";
import { readLookupsOf } from "./read-lookups-of.ts";
import { transferSchema } from "./transfer-fields.ts";
import { writeTransfer } from "./write-transfer.ts";

const answers = {
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

export const getTransferStatus: CallerOperation = {
  name: "getTransferStatus",
  method: "GET",
  path: "/getTransferStatus",
  versions: ["v1", "v1.1", "v1.2"],
  access: "token",
  scope: "read",
  tag: "Transfers",
  summary: "Get a transfer",
  description:
    "By our referenceId, your transferId, or both, if they belong to the same transfer. The call also succeeds " +
    "for a transfer that failed: check `data.transfer.status`.",
  query: {
    referenceId: { schema: { type: "string", maxLength: 19, pattern: "^[0-9]+$" } },
    transferId: { schema: { type: "string", maxLength: 40 } },
  },
  answers: () => answers,
  data: {
    schema: { type: "object", properties: { transfer: transferSchema }, required: ["transfer"] },
    examples: { found_by_reference_id: example, found_by_transfer_id: example },
  },
  breakdown: answers.breakdown,
  handle,
};

async function handle({ ctx, caller, query, version }: Call): Promise<Reply> {
  const byReference = readField(query, "referenceId") !== undefined;
  const transferKey = readText(query, "transferId");
  if (!byReference && transferKey === undefined) return { answer: answers.ids_missing };
  if (transferKey === null) return { answer: answers.transfer_id_unknown };
  const referenceId = readReferenceId(query, "referenceId");
  if (byReference && typeof referenceId !== "bigint") return { answer: answers.reference_id_unknown };
  const wanted =
    typeof referenceId === "bigint" ? { referenceIds: [referenceId] } : { transferKeys: [transferKey!] };
  const transfer = await readTold(ctx, caller, wanted);
  if (transfer === undefined) {
    return { answer: byReference ? answers.reference_id_unknown : answers.transfer_id_unknown };
  }
  if (transferKey !== undefined && transferKey !== transfer.transferKey) {
    return { answer: answers.transfer_id_unknown };
  }
  const lookup = (await readLookupsOf(ctx, [transfer]))(transfer);
  const written = writeTransfer(transfer, version, lookup);
  const again = await explainAgain(ctx, caller.merchantId, transfer);
  if (again !== null) written["description"] = `${written["description"]} ${again}`;
  return {
    answer: byReference ? answers.found_by_reference_id : answers.found_by_transfer_id,
    values: { id: byReference ? String(transfer.referenceId) : transfer.transferKey },
    data: { transfer: written },
  };
}
