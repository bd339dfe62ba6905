import { BeneficiaryError, findBeneficiaryByAccount } from "#beneficiaries";
import { missingAs, outputOf, refusing, shown } from "#http";
import { text } from "./answer-schemas.ts";
import { answerFor, refuse, success } from "./answers.ts";
import { anyAccountRule, payeeFields } from "./beneficiary-fields.ts";
import { declareClassic } from "./declare-classic.ts";

const answers = {
  found: success("beneId retrieved successfully"),
  account_not_found: refuse("404", "Beneficiary not found with given bank account details"),
  lookup_incomplete: refuse("422", "Please provide both bank account and ifsc"),
  lookup_invalid: refuse("422", "Please provide a valid bank account and ifsc"),
  lookup_ifsc_invalid: refuse("422", "Please provide a valid ifsc"),
  breakdown: refuse("520", "Error while fetching beneId"),
} as const;

const output = outputOf<{ readonly beneId: string }>({
  beneId: shown(text, ({ beneId }) => beneId),
});

export const getBeneId = declareClassic({
  name: "getBeneId",
  method: "GET",
  path: "/getBeneId",
  versions: ["v1"],
  scope: "read",
  tag: "Beneficiaries",
  summary: "Find a beneficiary by bank account",
  query: {
    bankAccount: refusing(missingAs(anyAccountRule, undefined), { wrong: "lookup_invalid" }),
    ifsc: refusing(missingAs(payeeFields.ifsc, undefined), { wrong: "lookup_invalid" }),
  },
  answers,
  data: {
    schema: output.schema,
    examples: { found: { beneId: "JOHN18011" } },
  },
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller, input: { bankAccount: accountNumber, ifsc } }) => {
    try {
      const found = await findBeneficiaryByAccount(ctx, caller.merchantId, { accountNumber, ifsc });
      return { answer: answers.found, data: output.write(found) };
    } catch (error) {
      return { answer: answerFor(error, BeneficiaryError, answers) };
    }
  },
});
