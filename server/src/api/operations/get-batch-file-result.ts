import { BatchError, writeResult } from "#batches";
import { missingAs } from "#http";
import { answerFor, refuse } from "./answers.ts";
import { batchIdRule, DOWNLOAD_TYPES, fileKindField } from "./batch-file-fields.ts";
import { orNull } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";

const answers = {
  not_found: refuse("404", "Batch Transfer Id does not exist"),
  type_invalid: refuse("422", "type should be csv, xls or xlsx"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

export const getBatchFileResult = declareClassic({
  name: "getBatchFileResult",
  method: "GET",
  path: "/batchFiles/{id}/result",
  versions: ["v1.2"],
  scope: "read",
  tag: "Batches",
  summary: "Download the results of a batch",
  description:
    "A file with every row and its outcome. Of account numbers it has the last four characters. While the batch is " +
    "in progress it shows the outcomes so far. Our extension of the contract.",
  // A wrong kind of file is refused before an id that no batch can have.
  pathFields: { id: missingAs(orNull(batchIdRule), null) },
  query: fileKindField,
  downloads: Object.values(DOWNLOAD_TYPES),
  answers,
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller, input: { id: batchId, type: kind } }) => {
    if (batchId === null) return { answer: answers.not_found };
    const { merchantId, fundSourceIds } = caller;
    try {
      const { name, bytes } = await writeResult(ctx, merchantId, { batchId, kind, fundSourceIds });
      return { file: { name, mediaType: DOWNLOAD_TYPES[kind], bytes } };
    } catch (error) {
      return { answer: answerFor(error, BatchError, answers) };
    }
  },
});
