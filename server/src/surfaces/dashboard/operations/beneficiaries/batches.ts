/** Files of beneficiaries. */
import Type from "typebox";
import {
  type BatchDescription,
  BatchError,
  type BatchRow,
  describeBatch,
  type FileKind,
  listBatches,
  readRows,
  receiveFile,
  writeTemplate,
} from "#batches";
import { resource } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { at, listOfItems, nullable, words } from "#dashboard/schemas";
import { id, oneOf, Refusal, text } from "#http";
import { ERASED } from "#lib/eraser";
import { endOf } from "#lib/mask-account";
import { FILE_BYTES_MAX, TableError } from "@vitaran/spreadsheets";

const operation = resource({ at: "", tag: "Beneficiaries", permission: "access_transfers" });

const beneficiaryBatch = Type.Object(
  {
    batchId: Type.String(),
    referenceId: Type.Integer(),
    name: Type.String(),
    status: words([
      "uploaded",
      "validating",
      "awaiting_approval",
      "processing",
      "completed",
      "partly_failed",
      "rejected",
    ]),
    because: nullable(Type.String()),
    rowCount: Type.Integer(),
    openCount: Type.Integer(),
    addedCount: Type.Integer(),
    rejectedCount: Type.Integer(),
    warnings: Type.Array(Type.String()),
    createdAt: at,
    finishedAt: nullable(at),
  },
  { $id: "BeneficiaryBatch" },
);

function showBatch({ totals, warnings, ...batch }: BatchDescription) {
  const { batchId, referenceId, name, status, because, rowCount, createdAt, finishedAt } = batch;
  return {
    ...{ batchId, referenceId, name, status, because, rowCount, createdAt, finishedAt },
    warnings: warnings.map(({ text }) => text),
    openCount: totals.open,
    addedCount: totals.accepted,
    rejectedCount: totals.rejected,
  };
}

const batchRow = Type.Object(
  {
    line: Type.Integer(),
    status: words(["open", "added", "rejected"]),
    failureReason: nullable(Type.String()),
    beneId: nullable(Type.String()),
    name: nullable(Type.String()),
    accountLast4: nullable(Type.String()),
    ifsc: nullable(Type.String()),
    vpa: nullable(Type.String()),
    phone: nullable(Type.String()),
  },
  { $id: "BeneficiaryBatchRow" },
);

/** Returns a row of a batch with a masked account number. */
function showRow({ line, status, failureReason, fields }: BatchRow) {
  const { beneId = null, name = null, bankAccount, ifsc = null, vpa = null, phone = null } = fields;
  const word = status === "ADDED" ? "added" : status === "REJECTED" ? "rejected" : "open";
  const accountLast4 = bankAccount === undefined || bankAccount === ERASED ? null : endOf(bankAccount);
  return { line, status: word, failureReason, beneId, name, accountLast4, ifsc, vpa, phone };
}

const noBatch = {
  not_found: { status: 404, message: "This file of beneficiaries does not exist." },
} as const;

export const listBeneficiaryBatches = operation({
  name: "listBeneficiaryBatches",
  method: "GET",
  path: "/beneficiary-batches",
  summary: "Files of beneficiaries, newest first",
  query: pageFields(Type.Integer()),
  output: listOfItems(beneficiaryBatch),
  handle: async ({ ctx, merchantId, input: { cursor: beforeReferenceId, limit } }) => {
    // `listBatches` returns at most a hundred.
    const shown = Math.min(limit, 99);
    const page = { limit: shown + 1, beforeReferenceId, formats: ["BENEFICIARIES"] as const };
    const rows = await listBatches(ctx, merchantId, page);
    return pageOf(rows, shown, { item: showBatch, place: ({ referenceId }) => referenceId });
  },
});

export const getBeneficiaryBatch = operation({
  name: "getBeneficiaryBatch",
  method: "GET",
  path: "/beneficiary-batches/{batchId}",
  summary: "One file of beneficiaries with its progress and its rows in order",
  pathFields: { batchId: id() },
  query: pageFields(Type.Integer()),
  output: Type.Object({
    batch: beneficiaryBatch,
    items: Type.Array(batchRow),
    next: nullable(Type.String()),
  }),
  refusals: noBatch,
  handle: async ({ ctx, merchantId, input: { batchId, cursor, limit } }) => {
    const batch = await describeBatch(ctx, merchantId, { batchId });
    if (batch.format !== "BENEFICIARIES") throw new Refusal("not_found");
    const rows = await readRows(ctx, merchantId, { batch, after: cursor ?? 0, limit: limit + 1 });
    const page = pageOf(rows, limit, { item: showRow, place: ({ rowNo }) => rowNo });
    return { batch: showBatch(batch), ...page };
  },
});

export const uploadBeneficiaries = operation({
  name: "uploadBeneficiaries",
  method: "POST",
  path: "/beneficiary-batches",
  summary: "Add up to 10,000 beneficiaries by a .csv, .xlsx or .xls file; each row is checked on its own",
  permission: "manage_beneficiaries",
  stepUp: true,
  query: { name: text({ max: 200, cards: "refused" }) },
  file: { mediaTypes: ["application/octet-stream"], bytesMax: FILE_BYTES_MAX },
  output: beneficiaryBatch,
  refusals: {
    file_unusable: { status: 422, message: "{why}" },
    rows_missing: { status: 422, message: "The file has no rows." },
  },
  handle: async ({ ctx, merchantId, by, file, gone, input: { name } }) => {
    try {
      const wanted = {
        name,
        format: "BENEFICIARIES",
        replacesBeneficiaries: false,
        fundSourceId: null,
      } as const;
      const { batchId } = await receiveFile(ctx, merchantId, { ...wanted, bytes: file, by, gone });
      return showBatch(await describeBatch(ctx, merchantId, { batchId }));
    } catch (error) {
      if (TableError.is(error, "busy")) throw new Refusal("too_many_requests", { retryAfterSeconds: 10 });
      if (TableError.is(error)) throw new Refusal("file_unusable", { details: { why: error.message } });
      if (BatchError.is(error, "rows_missing")) throw new Refusal("rows_missing");
      throw error;
    }
  },
});

const MEDIA_TYPES: Readonly<Record<FileKind, string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xls: "application/vnd.ms-excel",
};

export const downloadBeneficiaryTemplate = operation({
  name: "downloadBeneficiaryTemplate",
  method: "GET",
  path: "/beneficiary-template",
  permission: null,
  summary: "Download the template for a file of beneficiaries",
  query: { format: oneOf(["csv", "xlsx", "xls"]) },
  output: { download: Object.values(MEDIA_TYPES) },
  handle: async ({ input: { format } }) => {
    const { name, bytes } = await writeTemplate("BENEFICIARIES", format);
    return { name, bytes, mediaType: MEDIA_TYPES[format] };
  },
});
