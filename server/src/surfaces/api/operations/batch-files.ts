import {
  BatchError,
  cloneFailedRows,
  describeBatch,
  listBatches,
  readRows,
  writeResult,
  writeTemplate,
} from "#batches";
import { missingAs, optional, refusing, withDefault } from "#http";
import { answerFor, refuse, success } from "./answers.ts";
import {
  batchesData,
  batchIdField,
  batchIdRule,
  batchList,
  batchOutput,
  batchWithRows,
  batchWithRowsData,
  DOWNLOAD_TYPES,
  fileKindField,
  formatRule,
  takenData,
} from "./batch-file-fields.ts";
import {
  digitsRule,
  numberSchema,
  orNull,
  readDigits,
  referenceIdRule,
  required,
  ruleOf,
} from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";

const listBatchFilesAnswers = {
  found: success("Data retrieved successfully"),
  max_return_invalid: refuse("412", "maxReturn should be between 1 and 50"),
  last_return_id_invalid: refuse("412", "lastReturnId is not valid"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

const FILES_DEFAULT = 10;
const FILES_MAX = 50;
/** The numbers of batches are whole numbers of 32 bits everywhere. */
const REFERENCE_ID_MAX = 2n ** 31n - 1n;

/** Our extension of the contract. */
export const listBatchFiles = declareClassic({
  name: "listBatchFiles",
  method: "GET",
  path: "/batchFiles",
  versions: ["v1.2"],
  scope: "read",
  tag: "Batches",
  summary: "List batches",
  description:
    "An extension of the classic contract. Newest first; pass `lastReturnId` to get the next page.",
  query: {
    maxReturn: refusing(withDefault(digitsRule({ min: 1, max: FILES_MAX }), FILES_DEFAULT), {
      wrong: "max_return_invalid",
    }),
    lastReturnId: refusing(optional(referenceIdRule({ max: REFERENCE_ID_MAX })), {
      wrong: "last_return_id_invalid",
    }),
  },
  answers: listBatchFilesAnswers,
  data: batchesData,
  breakdown: listBatchFilesAnswers.breakdown,
  handle: async ({ ctx, caller, input: { maxReturn: limit, lastReturnId: before } }) => {
    // One more than requested shows whether the list continues.
    const found = await listBatches(ctx, caller.merchantId, {
      limit: limit + 1,
      beforeReferenceId: before === undefined ? undefined : Number(before),
      fundSourceIds: caller.fundSourceIds,
    });
    const page = { batches: found.slice(0, limit), hasMore: found.length > limit };
    return { answer: listBatchFilesAnswers.found, data: batchList.write(page) };
  },
});

const getBatchFileAnswers = {
  found: success("Data retrieved successfully"),
  not_found: refuse("404", "Batch Transfer Id does not exist"),
  max_return_invalid: refuse("412", "maxReturn should be between 0 and 1000"),
  last_return_id_invalid: refuse("412", "lastReturnId is not valid"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

const ROWS_DEFAULT = 100;
const ROWS_MAX = 1_000;

export const getBatchFile = declareClassic({
  name: "getBatchFile",
  method: "GET",
  path: "/batchFiles/{id}",
  versions: ["v1.2"],
  scope: "read",
  tag: "Batches",
  summary: "Get a batch with its totals and rows",
  description: "An extension of the classic contract.",
  pathFields: batchIdField,
  query: {
    maxReturn: refusing(withDefault(digitsRule({ min: 0, max: ROWS_MAX }), ROWS_DEFAULT), {
      wrong: "max_return_invalid",
    }),
    lastReturnId: refusing(optional(ruleOf(numberSchema, readDigits)), {
      wrong: "last_return_id_invalid",
    }),
  },
  answers: getBatchFileAnswers,
  data: batchWithRowsData,
  breakdown: getBatchFileAnswers.breakdown,
  handle: async ({ ctx, caller, input: { id: batchId, maxReturn: limit, lastReturnId: after = 0 } }) => {
    const { merchantId, fundSourceIds } = caller;
    try {
      const batch = await describeBatch(ctx, merchantId, { batchId, fundSourceIds });
      const rows = await readRows(ctx, merchantId, { batch, after, limit });
      return { answer: getBatchFileAnswers.found, data: batchWithRows.write({ ...batch, rows }) };
    } catch (error) {
      return { answer: answerFor(error, BatchError, getBatchFileAnswers) };
    }
  },
});

const getBatchFileResultAnswers = {
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
  answers: getBatchFileResultAnswers,
  breakdown: getBatchFileResultAnswers.breakdown,
  handle: async ({ ctx, caller, input: { id: batchId, type: kind } }) => {
    if (batchId === null) return { answer: getBatchFileResultAnswers.not_found };
    const { merchantId, fundSourceIds } = caller;
    try {
      const { name, bytes } = await writeResult(ctx, merchantId, { batchId, kind, fundSourceIds });
      return { file: { name, mediaType: DOWNLOAD_TYPES[kind], bytes } };
    } catch (error) {
      return { answer: answerFor(error, BatchError, getBatchFileResultAnswers) };
    }
  },
});

const getBatchTemplateAnswers = {
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
  answers: getBatchTemplateAnswers,
  breakdown: getBatchTemplateAnswers.breakdown,
  handle: async ({ input: { format, type: kind } }) => {
    const { name, bytes } = await writeTemplate(format, kind);
    return { file: { name, mediaType: DOWNLOAD_TYPES[kind], bytes } };
  },
});

const cloneBatchFileAnswers = {
  taken: success("Request accepted"),
  not_found: refuse("404", "Batch Transfer Id does not exist"),
  nothing_to_clone: refuse("422", "No row has failed in a way that may be tried again"),
  fund_source_not_available: refuse("422", "Specified paymentInstrumentId not available"),
  permission_denied: refuse("422", "Permission Denied"),
  breakdown: refuse("520", "Error in batch transfer"),
} as const;

export const cloneBatchFile = declareClassic({
  name: "cloneBatchFile",
  method: "POST",
  path: "/batchFiles/{id}/clone",
  versions: ["v1.2"],
  scope: "draft",
  tag: "Batches",
  summary: "Retry the failed rows of a batch",
  description:
    "Creates a new batch from the failed rows. Rows with wrong values are left out, as they would fail again. A " +
    "row that already has a transfer gets a new transfer ID, `<transferId>_r2`. A row is paid once even if you " +
    "retry the batch twice. Card rows are never retried: their tokens were issued for one payment. Our extension " +
    "of the contract.",
  pathFields: batchIdField,
  answers: cloneBatchFileAnswers,
  data: takenData,
  breakdown: cloneBatchFileAnswers.breakdown,
  gate: ({ settings }) =>
    settings.payoutsEnabled ? null : { answer: cloneBatchFileAnswers.permission_denied },
  handle: async ({ ctx, caller, input: { id: batchId } }) => {
    const { merchantId, clientId, fundSourceIds } = caller;
    try {
      await describeBatch(ctx, merchantId, { batchId, fundSourceIds });
      const cloned = await cloneFailedRows(ctx, merchantId, { batchId, by: `api-key:${clientId}` });
      const batch = await describeBatch(ctx, merchantId, { batchId: cloned.batchId });
      return { answer: cloneBatchFileAnswers.taken, data: batchOutput.write(batch) };
    } catch (error) {
      return { answer: answerFor(error, BatchError, cloneBatchFileAnswers) };
    }
  },
});
