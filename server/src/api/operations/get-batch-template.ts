import { writeTemplate } from "#batches";
import { refuse } from "./answers.ts";
import { DOWNLOAD_TYPES, fileKindField, formatRule } from "./batch-file-fields.ts";
import { required } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";

const answers = {
  format_invalid: refuse("409", "Invalid Batch Format"),
  type_invalid: refuse("422", "type should be csv, xls or xlsx"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

export const getBatchTemplate = declareClassic({
  name: "getBatchTemplate",
  method: "GET",
  path: "/batchTemplates/{format}",
  versions: ["v1.2"],
  scope: "read",
  tag: "Batches",
  summary: "Download a batch template",
  description: "The header row, without data. An extension of the classic contract.",
  pathFields: { format: required(formatRule, "format_invalid") },
  query: fileKindField,
  downloads: Object.values(DOWNLOAD_TYPES),
  answers,
  breakdown: answers.breakdown,
  handle: async ({ input: { format, type: kind } }) => {
    const { name, bytes } = await writeTemplate(format, kind);
    return { file: { name, mediaType: DOWNLOAD_TYPES[kind], bytes } };
  },
});
