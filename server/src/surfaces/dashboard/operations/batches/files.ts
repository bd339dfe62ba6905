/** Files that people download: templates, and the outcome of each row. */
import {
  FILE_KINDS,
  FORMAT_NAMES,
  revealResult,
  writeResult,
  writeTemplate,
  type BatchFile,
  type FileKind,
} from "#batches";
import { resource } from "#dashboard/operation";
import { oneOf, withDefault, type Download } from "#http";
import { batchPath, batchRefusals } from "./fields.ts";

const operation = resource({ at: "", tag: "Batches", permission: null });

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

export const getBatchTemplate = operation({
  name: "getBatchTemplate",
  method: "GET",
  path: "/batch-templates/{format}",
  summary: "Download the template of a format",
  pathFields: { format: oneOf(FORMAT_NAMES) },
  query: { kind },
  output: { download: Object.values(MEDIA_TYPES) },
  handle: async ({ input }) => downloadOf(await writeTemplate(input.format, input.kind)),
});

export const getBatchResult = operation({
  name: "getBatchResult",
  method: "GET",
  path: "/batches/{batchId}/result",
  summary: "Download the rows of a batch with what became of each; account numbers are masked",
  permission: "export_data",
  pathFields: batchPath,
  query: { kind },
  output: { download: Object.values(MEDIA_TYPES) },
  refusals: batchRefusals,
  handle: async ({ ctx, merchantId, input: { batchId, kind: wanted } }) =>
    downloadOf(await writeResult(ctx, merchantId, { batchId, kind: wanted })),
});

export const revealBatchResult = operation({
  name: "revealBatchResult",
  method: "POST",
  path: "/batches/{batchId}/whole-result",
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
