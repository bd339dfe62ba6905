/** The fields that the calls of batch files share, and those of their answers. */
import {
  type BatchDescription,
  type BatchRow,
  FILE_KINDS,
  type FileKind,
  FORMAT_NAMES,
  MIXED,
} from "#batches";
import { ifAny, listOfShown, outputOf, refusing, shown, type ShownField, withDefault } from "#http";
import { formatRupees } from "#lib/money";
import { FILE_BYTES_MAX } from "@vitaran/spreadsheets";
import { istText } from "#lib/ist";
import { explainLate } from "#transfers";
import { count, moment, positive, rupees, text } from "./answers.ts";
import { batchReferenceId, lateSchema } from "./batch-fields.ts";
import { required, uuidRule, wordRule } from "./classic-rules.ts";
import type { DataShape, ClassicFile } from "./operation.ts";

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
export const rowsFile: ClassicFile = {
  mediaTypes: [CSV, XLSX, XLS, "application/octet-stream"],
  bytesMax: FILE_BYTES_MAX,
};

export const formatRule = wordRule(FORMAT_NAMES, {
  description: "What the rows are: payments by format, or BENEFICIARIES to be added.",
});

export const fileKindField = {
  type: refusing(withDefault(wordRule(FILE_KINDS), "csv"), { wrong: "type_invalid" }),
} as const;

export const batchIdRule = uuidRule("The `batchId`.");
export const batchIdField = {
  id: required(batchIdRule, "not_found"),
} as const;

type Batch = BatchDescription;
type BatchWarning = Batch["warnings"][number];

const warning = outputOf<BatchWarning>({
  kind: shown({ type: "string", enum: ["same_file", "same_payment"] }, ({ kind }) => kind),
  text: shown(text, ({ text }) => text),
  rows: shown({ type: "array", items: positive }, ({ lines }) => lines),
});

const batchFields: Readonly<Record<string, ShownField<Batch>>> = {
  batchId: shown(text, ({ batchId }) => batchId),
  referenceId: shown(batchReferenceId, ({ referenceId }) => referenceId),
  name: shown(text, ({ name }) => name),
  format: shown({ ...formatRule.schema, enum: [...FORMAT_NAMES, MIXED] }, ({ format }) => format),
  status: shown(
    {
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
    ({ status }) => status.toUpperCase(),
  ),
  rowCount: shown(
    { ...count, description: "Compare this and `amount` with what you meant to send." },
    ({ rowCount }) => rowCount,
  ),
  amount: shown({ ...rupees, description: "The sum of all rows with a readable amount." }, ({ sumPaise }) =>
    formatRupees(sumPaise),
  ),
  openRows: shown(count, ({ totals }) => totals.open),
  acceptedRows: shown(count, ({ totals }) => totals.accepted),
  rejectedRows: shown(count, ({ totals }) => totals.rejected),
  doneRows: shown({ ...count, description: "Paid, or added." }, ({ totals }) => totals.done),
  doneAmount: shown(rupees, ({ totals }) => formatRupees(totals.donePaise)),
  failedRows: shown({ ...count, description: "Rejected, or ended unpaid." }, ({ totals }) => totals.failed),
  failedAmount: shown(rupees, ({ totals }) => formatRupees(totals.failedPaise)),
  contentHash: shown(
    { ...text, description: "A hash of everything in the rows. An approval applies to this hash." },
    ({ contentHash }) => contentHash.toString("hex"),
  ),
  warnings: listOfShown(
    warning,
    ({ warnings }) => warnings,
    "The same file was uploaded before, or several rows pay the same amount to the same payee. Nothing is held " +
      "back because of it.",
  ),
  addedOn: shown({ ...moment, description: "Indian time." }, ({ createdAt }) => istText(createdAt)),
  batchTransferId: ifAny(
    { ...text, description: "Your ID, if the batch was created by an API call." },
    ({ batchKey }) => batchKey ?? undefined,
  ),
  reason: ifAny(
    { ...text, description: "Why the whole batch was rejected." },
    ({ because }) => because ?? undefined,
  ),
  clonedFrom: ifAny(
    { ...text, description: "The `batchId` of the batch that the failed rows come from." },
    ({ clonedFrom }) => clonedFrom ?? undefined,
  ),
};

/** A batch without its rows. */
export const batchOutput = outputOf<Batch>(batchFields);

const lastSchema = { ...text, description: "Pass it to get the next page; absent on the last page." };

interface BatchList {
  readonly batches: readonly Batch[];
  readonly hasMore: boolean;
}

export const batchList = outputOf<BatchList>({
  batches: listOfShown(batchOutput, ({ batches }) => batches),
  lastReturnId: ifAny(lastSchema, ({ batches, hasMore }) =>
    hasMore ? String(batches.at(-1)!.referenceId) : undefined,
  ),
});

/** Returns true for a payment; the row of a beneficiary has none. */
const isPayment = ({ fields, transfer }: BatchRow): boolean =>
  fields.transferId !== undefined || transfer !== null;

const row = outputOf<BatchRow>({
  row: shown(
    { ...positive, description: "Counted as a spreadsheet does: the first row is 1." },
    ({ line }) => line,
  ),
  transferId: ifAny(text, (row) => (isPayment(row) ? (row.fields.transferId ?? "") : undefined)),
  amount: ifAny(text, (row) => {
    if (!isPayment(row)) return undefined;
    return row.transfer === null ? (row.fields.amount ?? "") : formatRupees(row.transfer.amountPaise);
  }),
  referenceId: ifAny({ ...count, description: "The transfer's ID; 0 until there is one." }, (row) =>
    isPayment(row) ? Number(row.transfer?.referenceId ?? 0n) : undefined,
  ),
  utr: ifAny(text, (row) => (isPayment(row) ? (row.transfer?.utr ?? "") : undefined)),
  beneId: shown(text, ({ beneId, fields }) => beneId ?? fields.beneId ?? ""),
  status: shown(text, ({ status }) => status),
  failureReason: ifAny(text, ({ failureReason }) => failureReason ?? undefined),
  description: ifAny(lateSchema, ({ transfer }) => explainLate(transfer?.reason ?? null) ?? undefined),
});

interface BatchWithRows extends Batch {
  readonly rows: readonly BatchRow[];
}

/** A batch with a page of its rows. */
export const batchWithRows = outputOf<BatchWithRows>({
  ...batchFields,
  rows: listOfShown(row, ({ rows }) => rows),
  lastReturnId: ifAny(lastSchema, ({ rows, rowCount }) => {
    const last = rows.at(-1)?.rowNo ?? rowCount;
    return last < rowCount ? String(last) : undefined;
  }),
});

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
export const takenData: DataShape = { schema: batchOutput.schema, examples: { taken: example } };

/** The data for a page of batches. */
export const batchesData: DataShape = {
  schema: batchList.schema,
  examples: { found: { batches: [example], lastReturnId: String(example.referenceId) } },
};

/** The data for a batch with a page of its rows. */
export const batchWithRowsData: DataShape = {
  schema: batchWithRows.schema,
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
