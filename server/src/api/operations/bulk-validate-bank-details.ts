import { BULK_ROWS_MAX, requestBulkVerification, type ToVerify, VerificationError } from "#beneficiaries";
import { asText, type JsonSchema, outputOf, readInput, refusing, type Rule, schemaOf, shown } from "#http";
import { text } from "./answer-schemas.ts";
import { answerFor, refuse, success } from "./answers.ts";
import { idText, MANNER, required, ruleOf } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import type { Fields } from "./fields.ts";
import { accountRefusals } from "./validation-answers.ts";
import { accountToVerify, KEPT_LENGTH_MAX } from "./validation-fields.ts";

const answers = {
  requested: success("Bulk Validation requested successfully. Please check later for processing status."),
  bulk_key_exists: refuse("409", "Bulk Validation Id already exists"),
  parameters_missing: refuse("422", "Mandatory parameters missing in the request."),
  // The contract names no limits; these sentences are those of batch transfers.
  bulk_key_invalid: refuse("422", "Please provide a valid bulkValidationId"),
  too_many: refuse(
    "422",
    `The maximum number of entries allowed per file is ${BULK_ROWS_MAX}, please try again.`,
  ),
  insufficient_balance: accountRefusals.insufficient_balance,
  breakdown: refuse("520", "Bulk Validation request failed."),
} as const;

/** Reads a text of an entry, which fails by itself if the text is wrong. */
const keptText = (max = KEPT_LENGTH_MAX): Rule<string> =>
  ruleOf({ type: "string", maxLength: max }, (value) => {
    const text = asText(value) ?? "";
    return text.length > KEPT_LENGTH_MAX ? "" : text;
  });

const entryFields = {
  name: keptText(100),
  phone: keptText(),
  bankAccount: keptText(),
  ifsc: keptText(),
} as const;
const { additionalProperties: _, ...entrySchema } = schemaOf(entryFields) as JsonSchema;

/** Reads the entries if each of them has all its fields, whatever their values are. */
const entriesRule = ruleOf({ type: "array", maxItems: BULK_ROWS_MAX, items: entrySchema }, (value) => {
  if (!Array.isArray(value) || value.length === 0) return null;
  const subjects: ToVerify[] = [];
  for (const one of value as unknown[]) {
    if (typeof one !== "object" || one === null || Array.isArray(one)) return null;
    const read = readInput(entryFields, one as Fields, MANNER);
    if ("faults" in read) return null;
    subjects.push(accountToVerify(read.values));
  }
  return subjects;
});

const output = outputOf<{ readonly bulkKey: string }>({
  bulkValidationId: shown(text, ({ bulkKey }) => bulkKey),
});

export const bulkValidateBankDetails = declareClassic({
  name: "bulkValidateBankDetails",
  method: "POST",
  path: "/bulkValidation/bankDetails",
  versions: ["v1"],
  scope: "pay",
  tag: "Validation",
  summary: "Verify many bank accounts in the background",
  description: "A malformed entry fails on its own; its `message` says what is wrong.",
  body: {
    bulkValidationId: refusing(
      idText({ max: 50, pattern: "^[A-Za-z0-9_.-]{1,50}$", description: "Your ID." }),
      { missing: "parameters_missing", wrong: "bulk_key_invalid" },
    ),
    entries: required(entriesRule, "parameters_missing"),
  },
  order: ["entries:missing", "entries:wrong"],
  bodyExample: () => ({
    bulkValidationId: "payroll_november",
    entries: [{ name: "John Doe", phone: "9876543210", bankAccount: "026291800001191", ifsc: "YESB0000262" }],
  }),
  answers,
  data: {
    schema: output.schema,
    examples: { requested: { bulkValidationId: "payroll_november" } },
  },
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller, input: { bulkValidationId: bulkKey, entries: subjects } }) => {
    try {
      await requestBulkVerification(ctx, caller.merchantId, { bulkKey, subjects });
      return { answer: answers.requested, data: output.write({ bulkKey }) };
    } catch (error) {
      return { answer: answerFor(error, VerificationError, answers) };
    }
  },
});
