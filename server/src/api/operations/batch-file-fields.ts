/** Fields that the calls of batch files share. */
import { FILE_BYTES_MAX } from "#lib/tables";
import { FILE_KINDS, FORMAT_NAMES, MIXED, type FileKind } from "#batches";
import type { DataShape, FieldShapes, FileShape, JsonSchema } from "./operation.ts";

const CSV = "text/csv";
const XLS = "application/vnd.ms-excel";
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** The media types of the files for download. */
export const DOWNLOAD_TYPES = {
  csv: `${CSV}; charset=utf-8`,
  xls: XLS,
  xlsx: XLSX,
} as const satisfies Record<FileKind, string>;

/** A file of rows as a body. */
export const rowsFile: FileShape = {
  mediaTypes: [CSV, XLSX, XLS, "application/octet-stream"],
  bytesMax: FILE_BYTES_MAX,
};

export const formatSchema: JsonSchema = {
  type: "string",
  enum: [...FORMAT_NAMES],
  description: "What the rows are: payments by format, or BENEFICIARIES to be added.",
};

export const fileKindField: FieldShapes = {
  type: { schema: { type: "string", enum: [...FILE_KINDS], default: "csv" } },
};

export const batchIdField: FieldShapes = {
  id: {
    schema: { type: "string", format: "uuid", maxLength: 36, description: "The `batchId`." },
    required: true,
  },
};

const text: JsonSchema = { type: "string" };
const count: JsonSchema = { type: "integer", minimum: 0 };
const amount: JsonSchema = { type: "string", pattern: "^[0-9]+\\.[0-9]{2}$" };
const moment: JsonSchema = {
  type: "string",
  pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$",
  description: "Indian time.",
};

const properties = {
  batchId: text,
  referenceId: { type: "integer", minimum: 0, maximum: 2_147_483_647 },
  name: text,
  format: { ...formatSchema, enum: [...FORMAT_NAMES, MIXED] },
  status: {
    type: "string",
    enum: [
      "UPLOADED",
      "VALIDATING",
      "AWAITING_APPROVAL",
      "PROCESSING",
      "COMPLETED",
      "PARTLY_FAILED",
      "REJECTED",
    ],
    description:
      "PROCESSING until every transfer has ended; PARTLY_FAILED if a row was rejected or ended unpaid.",
  },
  rowCount: { ...count, description: "Compare this and `amount` with what you meant to send." },
  amount: { ...amount, description: "The sum of all rows with a readable amount." },
  openRows: count,
  acceptedRows: count,
  rejectedRows: count,
  doneRows: { ...count, description: "Paid, or added." },
  doneAmount: amount,
  failedRows: { ...count, description: "Rejected, or ended unpaid." },
  failedAmount: amount,
  contentHash: {
    ...text,
    description: "A hash of everything in the rows. An approval applies to this hash.",
  },
  warnings: {
    type: "array",
    description:
      "The same file was uploaded before, or several rows pay the same amount to the same payee. Nothing is held " +
      "back because of it.",
    items: {
      type: "object",
      properties: {
        kind: { type: "string", enum: ["same_file", "same_payment"] },
        text,
        rows: { type: "array", items: { type: "integer", minimum: 1 } },
      },
      required: ["kind", "text", "rows"],
    },
  },
  addedOn: moment,
} as const satisfies Record<string, JsonSchema>;

const row: JsonSchema = {
  type: "object",
  properties: {
    row: { type: "integer", minimum: 1, description: "Counted as a spreadsheet does: the first row is 1." },
    transferId: text,
    beneId: text,
    amount: text,
    status: text,
    referenceId: { ...count, description: "The transfer's ID; 0 until there is one." },
    utr: text,
    failureReason: text,
    description: {
      ...text,
      description: "For a row that failed and was paid later: what happened to the money, and what to do.",
    },
  },
  required: ["row", "beneId", "status"],
};

/** A batch without its rows. */
export const batchData: JsonSchema = {
  type: "object",
  properties: {
    ...properties,
    batchTransferId: { ...text, description: "Your ID, if the batch was created by an API call." },
    reason: { ...text, description: "Why the whole batch was rejected." },
    clonedFrom: { ...text, description: "The `batchId` of the batch that the failed rows come from." },
  },
  required: Object.keys(properties),
};

const example = {
  batchId: "019aa5b2-7c1e-7d3a-9f00-2b6f1c0d4e5a",
  referenceId: 1594,
  name: "salaries.csv",
  format: "BANK_ACCOUNT",
  status: "UPLOADED",
  rowCount: 2,
  amount: "3000.00",
  openRows: 2,
  acceptedRows: 0,
  rejectedRows: 0,
  doneRows: 0,
  doneAmount: "0.00",
  failedRows: 0,
  failedAmount: "0.00",
  contentHash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  warnings: [],
  addedOn: "2026-11-21 11:43:20",
};

/** The data for a batch that was accepted. */
export const takenData: DataShape = { schema: batchData, examples: { taken: example } };

/** The data for a page of batches. */
export const batchesData: DataShape = {
  schema: {
    type: "object",
    properties: {
      batches: { type: "array", items: batchData },
      lastReturnId: { ...text, description: "Pass it to get the next page; absent on the last page." },
    },
    required: ["batches"],
  },
  examples: { found: { batches: [example], lastReturnId: String(example.referenceId) } },
};

/** The data for a batch with a page of its rows. */
export const batchWithRowsData: DataShape = {
  schema: {
    ...batchData,
    properties: {
      ...(batchData.properties as Record<string, JsonSchema>),
      rows: { type: "array", items: row },
      lastReturnId: { ...text, description: "Pass it to get the next page; absent on the last page." },
    },
    required: [...Object.keys(properties), "rows"],
  },
  examples: {
    found: {
      ...example,
      status: "PROCESSING",
      openRows: 0,
      acceptedRows: 2,
      rows: [
        {
          row: 2,
          transferId: "SALARY_2026_11_001",
          beneId: "9876543210_1636419207",
          amount: "1500.00",
          status: "PENDING",
          referenceId: 10023,
          utr: "",
        },
      ],
      lastReturnId: "1",
    },
  },
};
