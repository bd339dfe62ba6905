import { isFormatName, writeTemplate } from "#batches";
import { type Download, refuse, type Reply } from "./answers.ts";
import { DOWNLOAD_TYPES, fileKindField, formatSchema } from "./batch-file-fields.ts";
import { readField, readFileKind } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";

const answers = {
  format_invalid: refuse("409", "Invalid Batch Format"),
  type_invalid: refuse("422", "type should be csv, xls or xlsx"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

export const getBatchTemplate: CallerOperation = {
  name: "getBatchTemplate",
  method: "GET",
  path: "/batchTemplates/{format}",
  versions: ["v1.2"],
  access: "token",
  scope: "read",
  tag: "Batches",
  summary: "Download a batch template",
  description: "The header row, without data. An extension of the classic contract.",
  pathFields: { format: { schema: formatSchema, required: true } },
  query: fileKindField,
  downloads: Object.values(DOWNLOAD_TYPES),
  answers: () => answers,
  breakdown: answers.breakdown,
  handle,
};

async function handle({ path, query }: Call): Promise<Reply | Download> {
  const format = readField(path, "format");
  if (!isFormatName(format)) return { answer: answers.format_invalid };
  const kind = readFileKind(query, "type");
  if (kind === null) return { answer: answers.type_invalid };
  const { name, bytes } = await writeTemplate(format, kind);
  return { file: { name, mediaType: DOWNLOAD_TYPES[kind], bytes } };
}
