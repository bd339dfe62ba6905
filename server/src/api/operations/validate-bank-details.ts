import { type Verification, verifyNow } from "#beneficiaries";
import { outputOf, refusing, shown } from "#http";
import { referenceIdSchema } from "./answer-schemas.ts";
import type { Reply } from "./answers.ts";
import { declareClassic } from "./declare-classic.ts";
import type { Call } from "./operation.ts";
import { accountAnswers, accountRefusals, nameOfEnd, refuseAccount } from "./validation-answers.ts";
import {
  accountFields,
  accountToVerify,
  existsOf,
  existsSchema,
  holderFields,
  holderRules,
  ifFound,
  writeDeposit,
} from "./validation-fields.ts";

const { remarks_invalid: _, ...refusals } = accountRefusals;
const answers = { ...accountAnswers, ...refusals } as const;

const output = outputOf<Verification>({
  nameAtBank: ifFound(({ nameAtBank }) => nameAtBank ?? ""),
  accountExists: shown(existsSchema, existsOf),
  amountDeposited: ifFound(writeDeposit, { description: "`0`: the check deposits no money." }),
  refId: ifFound(({ verificationNo }) => String(verificationNo), {
    ...referenceIdSchema,
    description: "Our ID of the verification.",
  }),
});

export const validateBankDetails = declareClassic({
  name: "validateBankDetails",
  method: "GET",
  path: "/validation/bankDetails",
  versions: ["v1"],
  scope: "pay",
  tag: "Validation",
  summary: "Verify a bank account",
  description:
    "Checks with a bank immediately. If the account does not exist, the call succeeds and reports that. No money is " +
    "deposited.",
  query: {
    ...accountFields,
    name: refusing(holderRules.name, { missing: "name_invalid" }),
    phone: holderFields.phone,
  },
  answers,
  data: {
    schema: output.schema,
    examples: {
      verified: { nameAtBank: "JOHN DOE", accountExists: "YES", amountDeposited: "0", refId: "12669" },
      not_found: { accountExists: "NO" },
    },
  },
  breakdown: answers.breakdown,
  handle: async (call) => {
    const ended = await verifyAccount(call);
    if ("answer" in ended) return ended;
    const name = nameOfEnd(ended);
    const isKnown = name === "verified" || name === "not_found";
    return { answer: answers[name], ...(isKnown ? { data: output.write(ended) } : {}) };
  },
});

/** Verifies the account of a request now; returns a reply if the request has an error. */
export async function verifyAccount({
  ctx,
  caller,
  input,
}: Call & { readonly input: Parameters<typeof accountToVerify>[0] }): Promise<Verification | Reply> {
  try {
    return await verifyNow(ctx, caller.merchantId, accountToVerify(input));
  } catch (error) {
    return { answer: refuseAccount(error, accountRefusals, input.ifsc) };
  }
}
