import { readVerification } from "#beneficiaries";
import { ifAny, optional, outputOf, refusing, shown, together } from "#http";
import { text } from "./answer-schemas.ts";
import { refuse } from "./answers.ts";
import { anyText, referenceIdRule } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import { accountAnswers, statusAnswers } from "./validation-answers.ts";
import {
  existsOf,
  existsSchema,
  ifFound,
  matchFields,
  openVerification,
  type OpenVerification,
  utrOf,
} from "./validation-fields.ts";

const answers = {
  ...statusAnswers,
  // The contract has no sentences for these; they are ours.
  unknown_id: refuse("404", "bvRefId or userId is invalid or does not exist"),
  id_missing: refuse("422", "Please provide bvRefId or userId to fetch details"),
  breakdown: accountAnswers.breakdown,
} as const;

const output = outputOf<OpenVerification>({
  bvRefId: shown({ type: "integer" }, ({ verificationNo }) => Number(verificationNo)),
  bankAccount: shown(text, ({ bankAccount }) => bankAccount),
  ifsc: shown(text, ({ ifsc }) => ifsc ?? ""),
  nameAtBank: ifFound(({ nameAtBank }) => nameAtBank ?? ""),
  accountExists: ifAny(existsSchema, existsOf),
  utr: ifAny(text, utrOf),
  ...matchFields<OpenVerification>((found) => found),
});

const account = { bvRefId: 10_023, bankAccount: "00011020001772", ifsc: "HDFC0000001" };

export const getBankValidationStatus = declareClassic({
  name: "getBankValidationStatus",
  method: "GET",
  path: "/getValidationStatus/bank",
  versions: ["v1"],
  scope: "read",
  tag: "Validation",
  summary: "Get the result of a background verification",
  query: {
    ids: together(
      {
        bvRefId: refusing(optional(referenceIdRule()), { wrong: "unknown_id" }),
        userId: refusing(
          optional(anyText({ max: 40, description: "Your ID: returns the newest verification with it." })),
          { wrong: "unknown_id" },
        ),
      },
      (ids) =>
        ids.bvRefId === undefined && ids.userId === undefined ? { problem: "id_missing" } : { value: ids },
    ),
  },
  answers,
  data: {
    schema: output.schema,
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
  handle: async ({ ctx, caller, input: { ids } }) => {
    const { bvRefId: verificationNo, userId: userKey } = ids;
    const found = await ctx.db.inMerchant(caller.merchantId, (tx) =>
      readVerification(tx, verificationNo === undefined ? { userKey: userKey! } : { verificationNo }),
    );
    // If both ids are given, both must match.
    if (found === null || found.kind !== "account" || (userKey ?? found.userKey) !== found.userKey)
      return { answer: answers.unknown_id };
    if (found.status === "failed") return { answer: answers.failed };
    const data = output.write(openVerification(ctx, caller.merchantId, found));
    return { answer: answers[NAMES[found.status]], data };
  },
});

const NAMES = { waiting: "in_progress", found: "verified", not_found: "not_found" } as const;
