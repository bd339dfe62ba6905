import { readVerification, requestVerification, type Verification } from "#beneficiaries";
import { ifAny, optional, outputOf, refusing, shown, together } from "#http";
import { refuse, success, text } from "./answers.ts";
import { anyText, referenceIdRule, searchedText } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import {
  accountAnswers,
  accountFields,
  accountRefusals,
  accountToVerify,
  existsOf,
  existsSchema,
  holderFields,
  ifFound,
  matchFields,
  type OpenVerification,
  openVerification,
  refuseAccount,
  statusAnswers,
  utrOf,
} from "./validation-fields.ts";

const asyncValidateBankDetailsAnswers = {
  accepted: success("Validation request accepted successfully"),
  ...accountRefusals,
  // The contract gives only the limit; the sentence is ours.
  user_key_invalid: refuse("422", "Please provide a valid userId"),
  breakdown: accountAnswers.breakdown,
} as const;

const asyncValidateBankDetailsOutput = outputOf<Pick<Verification, "verificationNo">>({
  bvRefId: shown({ type: "integer" }, ({ verificationNo }) => Number(verificationNo)),
});

export const asyncValidateBankDetails = declareClassic({
  name: "asyncValidateBankDetails",
  method: "GET",
  path: "/asyncValidation/bankDetails",
  versions: ["v1"],
  scope: "pay",
  tag: "Validation",
  summary: "Verify a bank account in the background",
  description: "We ask a bank in the background, and retry for a while if it does not respond.",
  query: {
    ...accountFields,
    ...holderFields,
    userId: optional(searchedText({ max: 40, pattern: "^[A-Za-z0-9_]{1,40}$", description: "Your ID." })),
  },
  answers: asyncValidateBankDetailsAnswers,
  data: {
    schema: asyncValidateBankDetailsOutput.schema,
    examples: { accepted: { bvRefId: 10_023 } },
  },
  breakdown: asyncValidateBankDetailsAnswers.breakdown,
  handle: async ({ ctx, caller, input }) => {
    try {
      const asked = await requestVerification(ctx, caller.merchantId, accountToVerify(input));
      return {
        answer: asyncValidateBankDetailsAnswers.accepted,
        data: asyncValidateBankDetailsOutput.write(asked),
      };
    } catch (error) {
      return { answer: refuseAccount(error, asyncValidateBankDetailsAnswers, input.ifsc) };
    }
  },
});

const getBankValidationStatusAnswers = {
  ...statusAnswers,
  // The contract has no sentences for these; they are ours.
  unknown_id: refuse("404", "bvRefId or userId is invalid or does not exist"),
  id_missing: refuse("422", "Please provide bvRefId or userId to fetch details"),
  breakdown: accountAnswers.breakdown,
} as const;

const getBankValidationStatusOutput = outputOf<OpenVerification>({
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
  answers: getBankValidationStatusAnswers,
  data: {
    schema: getBankValidationStatusOutput.schema,
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
  breakdown: getBankValidationStatusAnswers.breakdown,
  handle: async ({ ctx, caller, input: { ids } }) => {
    const { bvRefId: verificationNo, userId: userKey } = ids;
    const found = await ctx.db.inMerchant(caller.merchantId, (tx) =>
      readVerification(tx, verificationNo === undefined ? { userKey: userKey! } : { verificationNo }),
    );
    // If both ids are given, both must match.
    if (found === null || found.kind !== "account" || (userKey ?? found.userKey) !== found.userKey)
      return { answer: getBankValidationStatusAnswers.unknown_id };
    if (found.status === "failed") return { answer: getBankValidationStatusAnswers.failed };
    const data = getBankValidationStatusOutput.write(openVerification(ctx, caller.merchantId, found));
    return { answer: getBankValidationStatusAnswers[NAMES[found.status]], data };
  },
});

const NAMES = { waiting: "in_progress", found: "verified", not_found: "not_found" } as const;
