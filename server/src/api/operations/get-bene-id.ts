import { BeneficiaryError, findBeneficiaryByAccount } from "#beneficiaries";
import { answerFor, refuse, type Reply, success } from "./answers.ts";
import { readText } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";

const answers = {
  found: success("beneId retrieved successfully"),
  account_not_found: refuse("404", "Beneficiary not found with given bank account details"),
  lookup_incomplete: refuse("422", "Please provide both bank account and ifsc"),
  lookup_invalid: refuse("422", "Please provide a valid bank account and ifsc"),
  lookup_ifsc_invalid: refuse("422", "Please provide a valid ifsc"),
  breakdown: refuse("520", "Error while fetching beneId"),
} as const;

export const getBeneId: CallerOperation = {
  name: "getBeneId",
  method: "GET",
  path: "/getBeneId",
  versions: ["v1"],
  access: "token",
  scope: "read",
  tag: "Beneficiaries",
  summary: "Find a beneficiary by bank account",
  query: {
    bankAccount: {
      schema: { type: "string", maxLength: 40, pattern: "^[0-9A-Za-z]{6,40}$" },
      required: true,
    },
    ifsc: { schema: { type: "string", maxLength: 11, pattern: "^[A-Z]{4}0[A-Z0-9]{6}$" }, required: true },
  },
  answers: () => answers,
  data: {
    schema: { type: "object", properties: { beneId: { type: "string" } }, required: ["beneId"] },
    examples: { found: { beneId: "JOHN18011" } },
  },
  breakdown: answers.breakdown,
  handle,
};

async function handle({ ctx, caller, query }: Call): Promise<Reply> {
  const accountNumber = readText(query, "bankAccount");
  const ifsc = readText(query, "ifsc");
  if (accountNumber === null || ifsc === null) return { answer: answers.lookup_invalid };
  try {
    const { beneId } = await findBeneficiaryByAccount(ctx, caller.merchantId, { accountNumber, ifsc });
    return { answer: answers.found, data: { beneId } };
  } catch (error) {
    return { answer: answerFor(error, BeneficiaryError, answers) };
  }
}
