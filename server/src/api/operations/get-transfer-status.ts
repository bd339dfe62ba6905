import { readTold } from "#stories";
import { explainAgain } from "#transfers";
import { outputOf, partOf } from "#http";
import { refuse, success } from "./answers.ts";
import { declareClassic } from "./declare-classic.ts";
import { readLookupsOf } from "./read-lookups-of.ts";
import { oneTransfer, type OneTransfer, transferIds } from "./transfer-fields.ts";

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

const output = outputOf<OneTransfer>({ transfer: partOf(oneTransfer, (from) => from) });

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
    "for a transfer that failed: check `data.transfer.status`.",
  query: {
    ids: transferIds({ transferId: "transfer_id_unknown", referenceId: "reference_id_unknown" }),
  },
  answers,
  data: {
    schema: output.schema,
    examples: { found_by_reference_id: example, found_by_transfer_id: example },
  },
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller, version, input }) => {
    const { transferId: transferKey, referenceId } = input.ids;
    const byReference = referenceId !== undefined;
    const wanted = byReference ? { referenceIds: [referenceId] } : { transferKeys: [transferKey!] };
    const transfer = await readTold(ctx, caller, wanted);
    if (transfer === undefined)
      return { answer: byReference ? answers.reference_id_unknown : answers.transfer_id_unknown };
    if (transferKey !== undefined && transferKey !== transfer.transferKey)
      return { answer: answers.transfer_id_unknown };
    const lookup = (await readLookupsOf(ctx, [transfer]))(transfer);
    const again = await explainAgain(ctx, caller.merchantId, transfer);
    return {
      answer: byReference ? answers.found_by_reference_id : answers.found_by_transfer_id,
      values: { id: byReference ? String(transfer.referenceId) : transfer.transferKey },
      data: output.write({ transfer, lookup, version, again }),
    };
  },
});
