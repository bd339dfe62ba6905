import { BatchError, writeResult } from "#batches";
import { answerFor, type Download, refuse, type Reply } from "./answers.ts";
import { batchIdField, DOWNLOAD_TYPES, fileKindField } from "./batch-file-fields.ts";
import { readFileKind, readUuid } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";

const answers = {
  not_found: refuse("404", "Batch Transfer Id does not exist"),
  type_invalid: refuse("422", "type should be csv, xls or xlsx"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

export const getBatchFileResult: CallerOperation = {
  name: "getBatchFileResult",
  method: "GET",
  path: "/batchFiles/{id}/result",
  versions: ["v1.2"],
  access: "token",
  scope: "read",
  tag: "Batches",
  summary: "Download the results of a batch",
  description:
    "A file with every row and its outcome. Of account numbers it has the last four characters. While the batch is " +
    "in progress it shows the outcomes so far. Our extension of the contract.",
  pathFields: batchIdField,
  query: fileKindField,
  downloads: Object.values(DOWNLOAD_TYPES),
  answers: () => answers,
  breakdown: answers.breakdown,
  handle,
};

async function handle({ ctx, caller, path, query }: Call): Promise<Reply | Download> {
  const kind = readFileKind(query, "type");
  if (kind === null) return { answer: answers.type_invalid };
  const batchId = readUuid(path, "id");
  if (typeof batchId !== "string") return { answer: answers.not_found };
  try {
    const { name, bytes } = await writeResult(ctx, caller.merchantId, {
      ...{ batchId, kind },
      fundSourceIds: caller.fundSourceIds,
    });
    return { file: { name, mediaType: DOWNLOAD_TYPES[kind], bytes } };
  } catch (error) {
    return { answer: answerFor(error, BatchError, answers) };
  }
}
