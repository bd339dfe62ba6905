import { readBulkVerification, type Verification, VerificationError } from "#beneficiaries";
import { refuse, type Reply, success } from "./answers.ts";
import { type Fields, readText } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";
import { statusAnswers } from "./validation-answers.ts";
import { accountOf, matchSchemas, writeDeposit, writeMatch, KEPT_LENGTH_MAX } from "./validation-fields.ts";

const answers = {
  // The contract has no sentence for it; this is that of the other reading calls.
  found: success("Data retrieved successfully"),
  unknown_id: refuse("404", "Bulk Validation Id does not exist"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

export const getBulkValidationStatus: CallerOperation = {
  name: "getBulkValidationStatus",
  method: "GET",
  path: "/getBulkValidationStatus",
  versions: ["v1"],
  access: "token",
  scope: "read",
  tag: "Validation",
  summary: "Get the results of a bulk verification",
  description:
    "Entries are keyed by account number and IFSC. Without `bulkValidationId`, `batchTransferId` is used as the " +
    "ID; without either, the newest bulk verification is returned, as some clients expect.",
  query: {
    bulkValidationId: { schema: { type: "string", maxLength: 50 } },
    batchTransferId: { schema: { type: "string", maxLength: 50 } },
    bankAccount: {
      schema: { type: "string", maxLength: KEPT_LENGTH_MAX, description: "Only this account." },
    },
    ifsc: {
      schema: { type: "string", maxLength: KEPT_LENGTH_MAX, description: "Only accounts with this IFSC." },
    },
  },
  answers: () => answers,
  data: {
    schema: {
      type: "object",
      properties: {
        bulkValidationId: { type: "string" },
        entries: {
          type: "object",
          additionalProperties: {
            type: "object",
            properties: {
              name: { type: "string" },
              phone: { type: "string" },
              bankAccount: { type: "string" },
              ifsc: { type: "string" },
              accountExists: {
                type: "string",
                enum: ["YES", "NO"],
                description: "Absent until it is known.",
              },
              nameAtBank: { type: "string" },
              amountDeposited: { type: "string" },
              utr: { type: "string" },
              refId: { type: "string" },
              message: { type: "string" },
              ...matchSchemas,
            },
          },
        },
      },
      required: ["bulkValidationId", "entries"],
    },
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
  handle,
};

async function handle(call: Call): Promise<Reply> {
  const { ctx, caller, query } = call;
  const bulkKey = readText(query, "bulkValidationId") ?? readText(query, "batchTransferId");
  if (bulkKey === null) return { answer: answers.unknown_id };
  const bulk = await ctx.db.inMerchant(caller.merchantId, (tx) => readBulkVerification(tx, bulkKey ?? null));
  if (bulk === null) return { answer: answers.unknown_id };
  const rows = bulk.rows
    .map((row) => ({ row, bankAccount: accountOf(ctx, caller.merchantId, row) }))
    .filter((one) => isWanted(query, one));
  return { answer: answers.found, data: { bulkValidationId: bulk.bulkKey, entries: writeEntries(rows) } };
}

interface Row {
  readonly row: Verification;
  readonly bankAccount: string;
}

function isWanted(query: Fields, { row, bankAccount }: Row): boolean {
  const [account, ifsc] = [readText(query, "bankAccount"), readText(query, "ifsc")];
  return (
    (account === undefined || account?.toUpperCase() === bankAccount) &&
    (ifsc === undefined || ifsc?.toUpperCase() === row.ifsc)
  );
}

/** Writes a map, as the contract has it; the key of an account's second entry ends with a number. */
function writeEntries(rows: readonly Row[]): Record<string, Record<string, string | number>> {
  const entries: Record<string, Record<string, string | number>> = {};
  const times = new Map<string, number>();
  for (const one of rows) {
    const key = `${one.bankAccount}_${one.row.ifsc ?? ""}`;
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    entries[time === 1 ? key : `${key}_${time}`] = writeEntry(one);
  }
  return entries;
}

function writeEntry({ row, bankAccount }: Row): Record<string, string | number> {
  const { status, givenName, phone, ifsc, nameAtBank, utr, verificationNo } = row;
  return {
    name: givenName ?? "",
    phone: phone ?? "",
    bankAccount,
    ifsc: ifsc ?? "",
    ...(status === "found" ? { accountExists: "YES", nameAtBank: nameAtBank ?? "" } : {}),
    ...(status === "not_found" ? { accountExists: "NO" } : {}),
    ...(status === "found" ? { amountDeposited: writeDeposit(row) } : {}),
    ...(utr === null || utr === "" ? {} : { utr }),
    refId: String(verificationNo),
    message: messageOf(row),
    ...writeMatch(row),
  };
}

function messageOf({ status, failure, code }: Verification): string {
  if (status === "found") return statusAnswers.verified.message;
  if (status === "not_found") return statusAnswers.not_found.message;
  if (status === "waiting") return statusAnswers.in_progress.message;
  const problem = failure === "malformed" ? VerificationError.texts[code as "name_invalid"] : undefined;
  return problem ?? statusAnswers.failed.message;
}
