import {
  BULK_ROWS_MAX,
  readBulkVerification,
  requestBulkVerification,
  type ToVerify,
  type Verification,
  VerificationError,
} from "#beneficiaries";
import {
  asText,
  ifAny,
  type JsonSchema,
  optional,
  outputOf,
  readInput,
  refusing,
  type FieldRule,
  schemaOf,
  shown,
  together,
} from "#http";
import { answerFor, refuse, success, text } from "./answers.ts";
import { anyText, idText, MANNER, orNull, required, ruleOf } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import type { Fields } from "#http";
import {
  accountRefusals,
  accountToVerify,
  existsOf,
  existsSchema,
  ifFound,
  KEPT_LENGTH_MAX,
  matchFields,
  type OpenVerification,
  openVerification,
  statusAnswers,
  utrOf,
  writeDeposit,
} from "./validation-fields.ts";

const bulkValidateBankDetailsAnswers = {
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
const keptText = (max = KEPT_LENGTH_MAX): FieldRule<string> =>
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
const { additionalProperties: _closed, ...bulkValidateBankDetailsEntrySchema } = schemaOf(
  entryFields,
) as JsonSchema;

/** Reads the entries if each of them has all its fields, whatever their values are. */
const entriesRule = ruleOf(
  { type: "array", maxItems: BULK_ROWS_MAX, items: bulkValidateBankDetailsEntrySchema },
  (value) => {
    if (!Array.isArray(value) || value.length === 0) return null;
    const subjects: ToVerify[] = [];
    for (const one of value as unknown[]) {
      if (typeof one !== "object" || one === null || Array.isArray(one)) return null;
      const read = readInput(entryFields, one as Fields, MANNER);
      if ("faults" in read) return null;
      subjects.push(accountToVerify(read.values));
    }
    return subjects;
  },
);

const bulkValidateBankDetailsOutput = outputOf<{ readonly bulkKey: string }>({
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
  answers: bulkValidateBankDetailsAnswers,
  data: {
    schema: bulkValidateBankDetailsOutput.schema,
    examples: { requested: { bulkValidationId: "payroll_november" } },
  },
  breakdown: bulkValidateBankDetailsAnswers.breakdown,
  handle: async ({ ctx, caller, input: { bulkValidationId: bulkKey, entries: subjects } }) => {
    try {
      await requestBulkVerification(ctx, caller.merchantId, { bulkKey, subjects });
      return {
        answer: bulkValidateBankDetailsAnswers.requested,
        data: bulkValidateBankDetailsOutput.write({ bulkKey }),
      };
    } catch (error) {
      return { answer: answerFor(error, VerificationError, bulkValidateBankDetailsAnswers) };
    }
  },
});

const getBulkValidationStatusAnswers = {
  // The contract has no sentence for it; this is that of the other reading calls.
  found: success("Data retrieved successfully"),
  unknown_id: refuse("404", "Bulk Validation Id does not exist"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

const entry = outputOf<OpenVerification>({
  name: shown(text, ({ givenName }) => givenName ?? ""),
  phone: shown(text, ({ phone }) => phone ?? ""),
  bankAccount: shown(text, ({ bankAccount }) => bankAccount),
  ifsc: shown(text, ({ ifsc }) => ifsc ?? ""),
  accountExists: ifAny({ ...existsSchema, description: "Absent until it is known." }, existsOf),
  nameAtBank: ifFound(({ nameAtBank }) => nameAtBank ?? ""),
  amountDeposited: ifFound(writeDeposit),
  utr: ifAny(text, utrOf),
  refId: shown(text, ({ verificationNo }) => String(verificationNo)),
  message: shown(text, messageOf),
  ...matchFields<OpenVerification>((row) => row),
});
const { required: _required, ...getBulkValidationStatusEntrySchema } = entry.schema;

interface Bulk {
  readonly bulkKey: string;
  readonly rows: readonly OpenVerification[];
}

const getBulkValidationStatusOutput = outputOf<Bulk>({
  bulkValidationId: shown(text, ({ bulkKey }) => bulkKey),
  entries: shown({ type: "object", additionalProperties: getBulkValidationStatusEntrySchema }, ({ rows }) =>
    writeEntries(rows),
  ),
});

const anyId = orNull(anyText({ max: 50 }));
const filter = (description: string) => optional(orNull(anyText({ max: KEPT_LENGTH_MAX, description })));

export const getBulkValidationStatus = declareClassic({
  name: "getBulkValidationStatus",
  method: "GET",
  path: "/getBulkValidationStatus",
  versions: ["v1"],
  scope: "read",
  tag: "Validation",
  summary: "Get the results of a bulk verification",
  description:
    "Entries are keyed by account number and IFSC. Without `bulkValidationId`, `batchTransferId` is used as the " +
    "ID; without either, the newest bulk verification is returned, as some clients expect.",
  query: {
    bulkKey: together(
      {
        bulkValidationId: optional(anyId),
        batchTransferId: optional(anyId),
      },
      ({ bulkValidationId, batchTransferId }) => {
        const key = bulkValidationId ?? batchTransferId;
        return key === null ? { problem: "unknown_id" } : { value: key ?? null };
      },
    ),
    bankAccount: filter("Only this account."),
    ifsc: filter("Only accounts with this IFSC."),
  },
  answers: getBulkValidationStatusAnswers,
  data: {
    schema: getBulkValidationStatusOutput.schema,
    examples: {
      found: {
        bulkValidationId: "payroll_november",
        entries: {
          "026291800001191_YESB0000262": {
            name: "John Doe",
            phone: "9876543210",
            bankAccount: "026291800001191",
            ifsc: "YESB0000262",
            accountExists: "YES",
            nameAtBank: "JOHN DOE",
            amountDeposited: "0",
            utr: "632512345678",
            refId: "10024",
            message: "Bank Account details verified successfully.",
            nameMatchScore: 100,
            nameMatchResult: "DIRECT_MATCH",
          },
        },
      },
    },
  },
  breakdown: getBulkValidationStatusAnswers.breakdown,
  handle: async ({ ctx, caller, input: { bulkKey, bankAccount, ifsc } }) => {
    const bulk = await ctx.db.inMerchant(caller.merchantId, (tx) => readBulkVerification(tx, bulkKey));
    if (bulk === null) return { answer: getBulkValidationStatusAnswers.unknown_id };
    const rows = bulk.rows
      .map((row) => openVerification(ctx, caller.merchantId, row))
      .filter((row) => isWanted(bankAccount, row.bankAccount) && isWanted(ifsc, row.ifsc));
    return {
      answer: getBulkValidationStatusAnswers.found,
      data: getBulkValidationStatusOutput.write({ bulkKey: bulk.bulkKey, rows }),
    };
  },
});

/** Returns true for the value that is asked for, and for any if none is. */
const isWanted = (asked: string | null | undefined, value: string | null): boolean =>
  asked === undefined || asked?.toUpperCase() === value;

/** Writes a map, as the contract has it; the key of an account's second entry ends with a number. */
function writeEntries(rows: readonly OpenVerification[]): Record<string, unknown> {
  const entries: Record<string, unknown> = {};
  const times = new Map<string, number>();
  for (const row of rows) {
    const key = `${row.bankAccount}_${row.ifsc ?? ""}`;
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    entries[time === 1 ? key : `${key}_${time}`] = entry.write(row);
  }
  return entries;
}

function messageOf({ status, failure, code }: Verification): string {
  if (status === "found") return statusAnswers.verified.message;
  if (status === "not_found") return statusAnswers.not_found.message;
  if (status === "waiting") return statusAnswers.in_progress.message;
  const problem = failure === "malformed" ? VerificationError.texts[code as "name_invalid"] : undefined;
  return problem ?? statusAnswers.failed.message;
}
