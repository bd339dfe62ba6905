import { requestVerification, type Verification } from "#beneficiaries";
import { optional, outputOf, shown } from "#http";
import { refuse, success } from "./answers.ts";
import { searchedText } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import { accountAnswers, accountRefusals, refuseAccount } from "./validation-answers.ts";
import { accountFields, accountToVerify, holderFields } from "./validation-fields.ts";

const answers = {
  accepted: success("Validation request accepted successfully"),
  ...accountRefusals,
  // The contract gives only the limit; the sentence is ours.
  user_key_invalid: refuse("422", "Please provide a valid userId"),
  breakdown: accountAnswers.breakdown,
} as const;

const output = outputOf<Pick<Verification, "verificationNo">>({
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
  answers,
  data: {
    schema: output.schema,
    examples: { accepted: { bvRefId: 10_023 } },
  },
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller, input }) => {
    try {
      const asked = await requestVerification(ctx, caller.merchantId, accountToVerify(input));
      return { answer: answers.accepted, data: output.write(asked) };
    } catch (error) {
      return { answer: refuseAccount(error, answers, input.ifsc) };
    }
  },
});
