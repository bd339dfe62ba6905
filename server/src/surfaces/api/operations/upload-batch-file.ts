import { BatchError, describeBatch, receiveFile } from "#batches";
import { asText, type JsonSchema, optional, refusing, withDefault } from "#http";
import { formatRupees } from "#lib/money";
import { TableError } from "@vitaran/spreadsheets";
import { containsCardNumber, isName } from "#rails";
import { answerFor, callerAnswers, refuse, type Answers, success } from "./answers.ts";
import { batchOutput, formatRule, rowsFile, takenData } from "./batch-file-fields.ts";
import { AMOUNT_TEXT_SCHEMA, amountRule, anyTextAs, digitsRule, flagRule, ruleOf } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import { payingSourceRule } from "./order-fields.ts";

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

const nameSchema = {
  type: "string",
  maxLength: 100,
  description: "Shown on the dashboard. Default: the format.",
};
const nameRule = ruleOf(nameSchema, (value) => {
  const name = asText(value);
  return name !== null && isName(name) && !containsCardNumber(name) ? name : null;
});

export const uploadBatchFile = declareClassic({
  name: "uploadBatchFile",
  method: "POST",
  path: "/batchFiles",
  versions: ["v1.2"],
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
    format: refusing(formatRule, { missing: "format_missing", wrong: "format_invalid" }),
    name: refusing(optional(nameRule), { wrong: "name_invalid" }),
    deleteBene: refusing(
      withDefault(
        flagRule(
          "1: a payee whose details are in a row replaces the beneficiary with the same ID. No effect on " +
            "BENEFICIARY_ID, CARD and BENEFICIARIES.",
          { type: "string", enum: ["0", "1"] },
        ),
        false,
      ),
      { wrong: "parameters_missing" },
    ),
    paymentInstrumentId: refusing(optional(anyTextAs(payingSourceRule.schema as JsonSchema)), {
      wrong: "fund_source_not_available",
    }),
    rowCount: refusing(
      optional(
        digitsRule({
          min: 1,
          description: "How many rows you expect. If the file has another number, it is refused.",
        }),
      ),
      { wrong: "row_count_invalid" },
    ),
    amount: refusing(
      optional(
        amountRule({
          min: 0n,
          schema: {
            ...AMOUNT_TEXT_SCHEMA,
            description:
              "The total you expect, in rupees. If the rows add up to another total, the file is refused. An " +
              "unreadable amount counts as zero.",
          },
        }),
      ),
      { wrong: "amount_invalid" },
    ),
  },
  file: rowsFile,
  answers,
  data: takenData,
  breakdown: answers.breakdown,
  gate: ({ settings }) => (settings.payoutsEnabled ? null : { answer: answers.permission_denied }),
  handle: async ({ ctx, caller, input, file, gone }) => {
    try {
      const { batchId } = await receiveFile(ctx, caller.merchantId, {
        bytes: file,
        format: input.format,
        name: input.name ?? input.format,
        replacesBeneficiaries: input.deleteBene,
        fundSourceId: input.paymentInstrumentId ?? null,
        by: `api-key:${caller.clientId}`,
        declared: { rowCount: input.rowCount, amountPaise: input.amount },
        gone,
      });
      const batch = await describeBatch(ctx, caller.merchantId, { batchId });
      return { answer: answers.taken, data: batchOutput.write(batch) };
    } catch (error) {
      if (TableError.is(error, "busy"))
        return { answer: callerAnswers.too_many_requests, retryAfterSeconds: 10 };
      if (TableError.is(error)) return { answer: answers.file_refused, values: { reason: error.message } };
      return { answer: answerFor(error, BatchError, answers), values: totalsIn(error) };
    }
  },
});

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
