import { readVerification, type Verification } from "#beneficiaries";
import { refuse, type Reply } from "./answers.ts";
import { readReferenceId, readText } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";
import { accountAnswers, statusAnswers } from "./validation-answers.ts";
import { accountOf, matchSchemas, writeMatch } from "./validation-fields.ts";

const answers = {
  ...statusAnswers,
  // The contract has no sentences for these; they are ours.
  unknown_id: refuse("404", "bvRefId or userId is invalid or does not exist"),
  id_missing: refuse("422", "Please provide bvRefId or userId to fetch details"),
  breakdown: accountAnswers.breakdown,
} as const;

const account = { bvRefId: 10_023, bankAccount: "00011020001772", ifsc: "HDFC0000001" };

export const getBankValidationStatus: CallerOperation = {
  name: "getBankValidationStatus",
  method: "GET",
  path: "/getValidationStatus/bank",
  versions: ["v1"],
  access: "token",
  scope: "read",
  tag: "Validation",
  summary: "Get the result of a background verification",
  query: {
    bvRefId: { schema: { type: "string", maxLength: 19, pattern: "^[0-9]+$" } },
    userId: {
      schema: {
        type: "string",
        maxLength: 40,
        description: "Your ID: returns the newest verification with it.",
      },
    },
  },
  answers: () => answers,
  data: {
    schema: {
      type: "object",
      properties: {
        bvRefId: { type: "integer" },
        nameAtBank: { type: "string" },
        accountExists: { type: "string", enum: ["YES", "NO"] },
        bankAccount: { type: "string" },
        ifsc: { type: "string" },
        utr: { type: "string" },
        ...matchSchemas,
      },
      required: ["bvRefId", "bankAccount", "ifsc"],
    },
    examples: {
      verified: {
        ...account,
        nameAtBank: "JOHN DOE",
        accountExists: "YES",
        utr: "632512345678",
        nameMatchScore: 100,
        nameMatchResult: "DIRECT_MATCH",
      },
      not_found: { ...account, accountExists: "NO" },
      in_progress: account,
    },
  },
  breakdown: answers.breakdown,
  handle,
};

async function handle(call: Call): Promise<Reply> {
  const { ctx, caller, query } = call;
  const verificationNo = readReferenceId(query, "bvRefId");
  const userKey = readText(query, "userId");
  if (verificationNo === undefined && userKey === undefined) return { answer: answers.id_missing };
  if (verificationNo === null || userKey === null) return { answer: answers.unknown_id };
  const found = await ctx.db.inMerchant(caller.merchantId, (tx) =>
    readVerification(tx, verificationNo === undefined ? { userKey: userKey! } : { verificationNo }),
  );
  // If both ids are given, both must match.
  if (found === null || found.kind !== "account" || (userKey ?? found.userKey) !== found.userKey)
    return { answer: answers.unknown_id };
  return answerStatus(call, found);
}

function answerStatus({ ctx, caller }: Call, found: Verification): Reply {
  const data = {
    bvRefId: Number(found.verificationNo),
    bankAccount: accountOf(ctx, caller.merchantId, found),
    ifsc: found.ifsc ?? "",
  };
  switch (found.status) {
    case "waiting":
      return { answer: answers.in_progress, data };
    case "not_found":
      return { answer: answers.not_found, data: { ...data, accountExists: "NO" } };
    case "failed":
      return { answer: answers.failed };
    case "found": {
      const utr = found.utr === null || found.utr === "" ? {} : { utr: found.utr };
      const named = {
        nameAtBank: found.nameAtBank ?? "",
        accountExists: "YES",
        ...utr,
        ...writeMatch(found),
      };
      return { answer: answers.verified, data: { ...data, ...named } };
    }
    default:
      return found.status satisfies never;
  }
}
