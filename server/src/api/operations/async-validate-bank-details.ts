import { requestVerification } from "#beneficiaries";
import { refuse, type Reply, success } from "./answers.ts";
import type { Call, CallerOperation } from "./operation.ts";
import { accountAnswers, accountRefusals, refuseAccount } from "./validation-answers.ts";
import { accountFields, holderFields, readAccount, remarksField } from "./validation-fields.ts";

const answers = {
  accepted: success("Validation request accepted successfully"),
  ...accountRefusals,
  // The contract gives only the limit; the sentence is ours.
  user_key_invalid: refuse("422", "Please provide a valid userId"),
  breakdown: accountAnswers.breakdown,
} as const;

export const asyncValidateBankDetails: CallerOperation = {
  name: "asyncValidateBankDetails",
  method: "GET",
  path: "/asyncValidation/bankDetails",
  versions: ["v1"],
  access: "token",
  scope: "pay",
  tag: "Validation",
  summary: "Verify a bank account in the background",
  description: "We ask a bank in the background, and retry for a while if it does not respond.",
  query: {
    ...accountFields,
    ...holderFields,
    ...remarksField,
    userId: {
      schema: { type: "string", maxLength: 40, pattern: "^[A-Za-z0-9_]{1,40}$", description: "Your ID." },
    },
  },
  answers: () => answers,
  data: {
    schema: { type: "object", properties: { bvRefId: { type: "integer" } }, required: ["bvRefId"] },
    examples: { accepted: { bvRefId: 10_023 } },
  },
  breakdown: answers.breakdown,
  handle,
};

async function handle({ ctx, caller, query }: Call): Promise<Reply> {
  try {
    const asked = await requestVerification(ctx, caller.merchantId, readAccount(query));
    return { answer: answers.accepted, data: { bvRefId: Number(asked.verificationNo) } };
  } catch (error) {
    return { answer: refuseAccount(error, answers, query) };
  }
}
