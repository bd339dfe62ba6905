import {
  BatchError,
  describeBatch,
  isFormatName,
  receiveFile,
  type ControlTotals,
  type FileToReceive,
} from "#batches";
import { formatRupees, parseRupees } from "#lib/money";
import { TableError } from "#lib/tables";
import { containsCardNumber, isName } from "#rails";
import {
  answerFor,
  callerAnswers,
  refuse,
  type Answer,
  type Answers,
  type Reply,
  success,
} from "./answers.ts";
import { formatSchema, rowsFile, takenData } from "./batch-file-fields.ts";
import { type Fields, readField, readText, readWhole } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";
import { AMOUNT_LENGTH_MAX } from "./classic-rules.ts";
import { fundSourceSchema } from "./order-fields.ts";
import { writeBatch } from "./write-batch.ts";

const answers = {
  taken: success("Request accepted"),
  file_refused: refuse("422", "The file cannot be taken: {reason}"),
  rows_missing: refuse("422", "Please provide at least one transfer entry"),
  format_missing: refuse("422", "Batch format is missing"),
  format_invalid: refuse("409", "Invalid Batch Format"),
  name_invalid: refuse("422", "Please provide a valid name"),
  parameters_missing: refuse("422", "Transfer Parameters missing in the request"),
  fund_source_not_available: refuse("422", "Specified paymentInstrumentId not available"),
  permission_denied: refuse("422", "Permission Denied"),
  row_count_invalid: refuse("422", "Please provide a valid rowCount"),
  amount_invalid: refuse("422", "Please provide a valid amount"),
  row_count_differs: refuse("422", "rowCount is {declaredRows}, but the file's rows are {foundRows}"),
  amount_differs: refuse("422", "amount is {declaredAmount}, but the rows of the file make {foundAmount}"),
  breakdown: refuse("520", "Error in batch transfer"),
} as const satisfies Answers;

export const uploadBatchFile: CallerOperation = {
  name: "uploadBatchFile",
  method: "POST",
  path: "/batchFiles",
  versions: ["v1.2"],
  access: "token",
  scope: "draft",
  tag: "Batches",
  summary: "Upload a batch file",
  description:
    "Pays up to 10,000 transfers, or adds beneficiaries, from a file. The request body is the file itself (.csv, " +
    ".xlsx or .xls, up to 5 MB) with the columns of its template. In a workbook the first visible sheet is read; " +
    "data on any other visible sheet is refused. Amounts may be written as people write them (₹1,25,000.00, " +
    "Rs. 500/-). A cell that cannot be trusted (lost zeros, a formula, an amount that is shown otherwise than it is " +
    "held, merged cells) or an invalid value fails only its own row, with the reason. Our extension of the contract.",
  query: {
    format: { schema: formatSchema, required: true },
    name: {
      schema: { type: "string", maxLength: 100, description: "Shown on the dashboard. Default: the format." },
    },
    deleteBene: {
      schema: {
        type: "string",
        enum: ["0", "1"],
        description:
          "1: a payee whose details are in a row replaces the beneficiary with the same ID. No effect on " +
          "BENEFICIARY_ID, CARD and BENEFICIARIES.",
      },
    },
    paymentInstrumentId: { schema: fundSourceSchema },
    rowCount: {
      schema: {
        type: "integer",
        minimum: 1,
        description: "How many rows you expect. If the file has another number, it is refused.",
      },
    },
    amount: {
      schema: {
        type: "string",
        maxLength: AMOUNT_LENGTH_MAX,
        pattern: "^[0-9]{1,13}(\\.[0-9]{1,2})?$",
        description:
          "The total you expect, in rupees. If the rows add up to another total, the file is refused. An unreadable " +
          "amount counts as zero.",
      },
    },
  },
  file: rowsFile,
  answers: () => answers,
  data: takenData,
  breakdown: answers.breakdown,
  handle,
};

async function handle(call: Call): Promise<Reply> {
  const { ctx, caller } = call;
  if (!caller.settings.payoutsEnabled) return { answer: answers.permission_denied };
  const file = readFile(call);
  if ("answer" in file) return file;
  try {
    const { batchId } = await receiveFile(ctx, caller.merchantId, file);
    return {
      answer: answers.taken,
      data: writeBatch(await describeBatch(ctx, caller.merchantId, { batchId })),
    };
  } catch (error) {
    if (TableError.is(error, "busy")) {
      return { answer: callerAnswers.too_many_requests, retryAfterSeconds: 10 };
    }
    if (TableError.is(error)) return { answer: answers.file_refused, values: { reason: error.message } };
    return { answer: answerFor(error, BatchError, answers), values: totalsIn(error) };
  }
}

/** Returns the declared and actual totals where they differ. */
function totalsIn(error: unknown): Record<string, string> {
  if (BatchError.is(error, "row_count_differs")) {
    const { declared, found } = error.details;
    return { declaredRows: String(declared), foundRows: String(found) };
  }
  if (BatchError.is(error, "amount_differs")) {
    const { declared, found } = error.details as { declared: bigint; found: bigint };
    return { declaredAmount: formatRupees(declared), foundAmount: formatRupees(found) };
  }
  return {};
}

function readFile({ query, file, caller, gone }: Call): FileToReceive | { answer: Answer } {
  const format = readField(query, "format");
  if (format === undefined) return { answer: answers.format_missing };
  if (!isFormatName(format)) return { answer: answers.format_invalid };
  const name = readText(query, "name") ?? (readField(query, "name") === undefined ? format : null);
  if (name === null || !isName(name) || containsCardNumber(name)) return { answer: answers.name_invalid };
  const flag = readField(query, "deleteBene") ?? "0";
  if (flag !== "0" && flag !== "1") return { answer: answers.parameters_missing };
  const fundSourceId = readText(query, "paymentInstrumentId");
  if (fundSourceId === null) return { answer: answers.fund_source_not_available };
  const declared = readTotals(query);
  if ("answer" in declared) return declared;
  return {
    bytes: file,
    format,
    name,
    replacesBeneficiaries: flag === "1",
    fundSourceId: fundSourceId ?? null,
    by: `api-key:${caller.clientId}`,
    declared,
    gone,
  };
}

function readTotals(query: Fields): ControlTotals | { answer: Answer } {
  const rowCount = readWhole(query, "rowCount");
  if (rowCount === null || rowCount === 0) return { answer: answers.row_count_invalid };
  const sum = readField(query, "amount");
  const amountPaise = sum === undefined ? undefined : parseRupees(sum);
  if (typeof amountPaise === "string") return { answer: answers.amount_invalid };
  return { rowCount, amountPaise };
}
