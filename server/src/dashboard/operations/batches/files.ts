/** Files that people download: templates, and what became of each row. */
import {
  FILE_KINDS,
  FORMAT_NAMES,
  revealResult,
  writeResult,
  writeTemplate,
  type BatchFile,
  type FileKind,
} from "#batches";
import { memberOperation } from "#dashboard/operation";
import { oneOf, withDefault, type Download } from "#http";
import { batchPath, batchRefusals } from "./fields.ts";

const MEDIA_TYPES: Readonly<Record<FileKind, string>> = {
  csv: "text/csv",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};
const kind = withDefault(oneOf(FILE_KINDS), "csv");

const downloadOf = ({ name, kind: written, bytes }: BatchFile): Download => ({
  name,
  mediaType: MEDIA_TYPES[written],
  bytes,
});

export const getBatchTemplate = memberOperation({
  name: "getBatchTemplate",
  method: "GET",
  path: "/merchants/{merchantId}/batch-templates/{format}",
  tag: "Batches",
  summary: "Download the template of a format",
  pathFields: { format: oneOf(FORMAT_NAMES) },
  query: { kind },
  output: { download: Object.values(MEDIA_TYPES) },
  handle: async ({ input }) => downloadOf(await writeTemplate(input.format, input.kind)),
});

export const getBatchResult = memberOperation({
  name: "getBatchResult",
  method: "GET",
  path: "/merchants/{merchantId}/batches/{batchId}/result",
  tag: "Batches",
  summary: "Download the rows of a batch with what became of each; account numbers are masked",
  permission: "export_data",
  pathFields: batchPath,
  query: { kind },
  output: { download: Object.values(MEDIA_TYPES) },
  refusals: batchRefusals,
  handle: async ({ ctx, merchantId, input: { batchId, kind: wanted } }) =>
    downloadOf(await writeResult(ctx, merchantId, { batchId, kind: wanted })),
});

export const revealBatchResult = memberOperation({
  name: "revealBatchResult",
  method: "POST",
  path: "/merchants/{merchantId}/batches/{batchId}/whole-result",
  tag: "Batches",
  summary: "Download the same with whole account numbers; this is recorded in the audit log",
  description: "Takes Export Data too.",
  permission: "reveal_account_numbers",
  stepUp: true,
  pathFields: batchPath,
  body: { kind },
  output: { download: Object.values(MEDIA_TYPES) },
  refusals: batchRefusals,
  handle: async ({ ctx, merchantId, by, input: { batchId, kind: wanted } }) =>
    downloadOf(await revealResult(ctx, merchantId, { batchId, kind: wanted, by })),
});
