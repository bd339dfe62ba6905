import { readBulkVerification, type Verification, VerificationError } from "#beneficiaries";
import { ifAny, optional, outputOf, shown, together } from "#http";
import { text } from "./answer-schemas.ts";
import { refuse, success } from "./answers.ts";
import { anyText, orNull } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import { statusAnswers } from "./validation-answers.ts";
import {
  existsOf,
  existsSchema,
  ifFound,
  KEPT_LENGTH_MAX,
  matchFields,
  openVerification,
  type OpenVerification,
  utrOf,
  writeDeposit,
} from "./validation-fields.ts";

const answers = {
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
const { required: _, ...entrySchema } = entry.schema;

interface Bulk {
  readonly bulkKey: string;
  readonly rows: readonly OpenVerification[];
}

const output = outputOf<Bulk>({
  bulkValidationId: shown(text, ({ bulkKey }) => bulkKey),
  entries: shown({ type: "object", additionalProperties: entrySchema }, ({ rows }) => writeEntries(rows)),
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
  answers,
  data: {
    schema: output.schema,
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
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller, input: { bulkKey, bankAccount, ifsc } }) => {
    const bulk = await ctx.db.inMerchant(caller.merchantId, (tx) => readBulkVerification(tx, bulkKey));
    if (bulk === null) return { answer: answers.unknown_id };
    const rows = bulk.rows
      .map((row) => openVerification(ctx, caller.merchantId, row))
      .filter((row) => isWanted(bankAccount, row.bankAccount) && isWanted(ifsc, row.ifsc));
    return { answer: answers.found, data: output.write({ bulkKey: bulk.bulkKey, rows }) };
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
