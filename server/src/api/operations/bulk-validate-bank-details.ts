import { BULK_ROWS_MAX, requestBulkVerification, type ToVerify, VerificationError } from "#beneficiaries";
import { isCardNumberAsId } from "#rails";
import { answerFor, refuse, type Reply, success } from "./answers.ts";
import { type Fields, readField, readText } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";
import { accountRefusals } from "./validation-answers.ts";
import { readAccount, KEPT_LENGTH_MAX } from "./validation-fields.ts";

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

const entry = {
  type: "object",
  properties: {
    name: { type: "string", maxLength: 100 },
    phone: { type: "string", maxLength: KEPT_LENGTH_MAX },
    bankAccount: { type: "string", maxLength: KEPT_LENGTH_MAX },
    ifsc: { type: "string", maxLength: KEPT_LENGTH_MAX },
  },
  required: ["name", "phone", "bankAccount", "ifsc"],
};

export const bulkValidateBankDetails: CallerOperation = {
  name: "bulkValidateBankDetails",
  method: "POST",
  path: "/bulkValidation/bankDetails",
  versions: ["v1"],
  access: "token",
  scope: "pay",
  tag: "Validation",
  summary: "Verify many bank accounts in the background",
  description: "A malformed entry fails on its own; its `message` says what is wrong.",
  body: {
    bulkValidationId: {
      schema: {
        type: "string",
        maxLength: 50,
        pattern: "^[A-Za-z0-9_.-]{1,50}$",
        description: "Your ID.",
      },
      required: true,
    },
    entries: { schema: { type: "array", maxItems: BULK_ROWS_MAX, items: entry }, required: true },
  },
  bodyExample: () => ({
    bulkValidationId: "payroll_november",
    entries: [{ name: "John Doe", phone: "9876543210", bankAccount: "026291800001191", ifsc: "YESB0000262" }],
  }),
  answers: () => answers,
  data: {
    schema: {
      type: "object",
      properties: { bulkValidationId: { type: "string" } },
      required: ["bulkValidationId"],
    },
    examples: { requested: { bulkValidationId: "payroll_november" } },
  },
  breakdown: answers.breakdown,
  handle,
};

async function handle({ ctx, caller, body }: Call): Promise<Reply> {
  const bulkKey = readText(body, "bulkValidationId");
  const entries = readField(body, "entries");
  if (bulkKey === undefined || !Array.isArray(entries) || entries.length === 0 || !entries.every(isWhole))
    return { answer: answers.parameters_missing };
  if (bulkKey === null || !/^[A-Za-z0-9_.-]{1,50}$/.test(bulkKey) || isCardNumberAsId(bulkKey))
    return { answer: answers.bulk_key_invalid };
  const subjects = (entries as Fields[]).map(readEntry);
  try {
    await requestBulkVerification(ctx, caller.merchantId, { bulkKey, subjects });
    return { answer: answers.requested, data: { bulkValidationId: bulkKey } };
  } catch (error) {
    return { answer: answerFor(error, VerificationError, answers) };
  }
}

const MANDATORY = ["name", "phone", "bankAccount", "ifsc"];

/** Returns true if an entry has all required fields, whatever their values. */
function isWhole(one: unknown): boolean {
  if (typeof one !== "object" || one === null || Array.isArray(one)) return false;
  return MANDATORY.every((name) => readField(one as Fields, name) !== undefined);
}

function readEntry(fields: Fields): ToVerify {
  const short = Object.fromEntries(MANDATORY.map((name) => [name, readShort(fields, name)]));
  const { name = "", phone = "" } = short;
  return { ...readAccount(short), name, phone, remarks: null, userKey: null };
}

function readShort(fields: Fields, name: string): string {
  const text = readText(fields, name) ?? "";
  return text.length > KEPT_LENGTH_MAX ? "" : text;
}
