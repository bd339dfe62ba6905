import { type ToVerify, type Verification, verifyNow } from "#beneficiaries";
import { type Answer, type Reply } from "./answers.ts";
import { readText } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";
import { accountAnswers, accountRefusals, nameOfEnd, refuseAccount } from "./validation-answers.ts";
import { accountFields, holderFields, readAccount, writeDeposit } from "./validation-fields.ts";

const { remarks_invalid: _, ...refusals } = accountRefusals;
const answers = { ...accountAnswers, ...refusals } as const;

export const validateBankDetails: CallerOperation = {
  name: "validateBankDetails",
  method: "GET",
  path: "/validation/bankDetails",
  versions: ["v1"],
  access: "token",
  scope: "pay",
  tag: "Validation",
  summary: "Verify a bank account",
  description:
    "Checks with a bank immediately. If the account does not exist, the call succeeds and reports that. No money is " +
    "deposited.",
  query: { ...accountFields, ...holderFields, name: { ...holderFields["name"]!, required: true } },
  answers: () => answers,
  data: {
    schema: {
      type: "object",
      properties: {
        nameAtBank: { type: "string" },
        accountExists: { type: "string", enum: ["YES", "NO"] },
        amountDeposited: { type: "string", description: "`0`: the check deposits no money." },
        refId: { type: "string", pattern: "^[0-9]+$", description: "Our ID of the verification." },
      },
      required: ["accountExists"],
    },
    examples: {
      verified: { nameAtBank: "JOHN DOE", accountExists: "YES", amountDeposited: "0", refId: "12669" },
      not_found: { accountExists: "NO" },
    },
  },
  breakdown: answers.breakdown,
  handle,
};

async function handle(call: Call): Promise<Reply> {
  if (readText(call.query, "name") === undefined) return { answer: answers.name_invalid };
  const ended = await verifyAccount(call, { remarks: null });
  if ("answer" in ended) return ended;
  const name = nameOfEnd(ended);
  const answer: Answer = answers[name];
  if (name === "not_found") return { answer, data: { accountExists: "NO" } };
  if (name !== "verified") return { answer };
  return {
    answer,
    data: {
      nameAtBank: ended.nameAtBank ?? "",
      accountExists: "YES",
      amountDeposited: writeDeposit(ended),
      refId: String(ended.verificationNo),
    },
  };
}

/** Validates the account of a request, with changes; returns a reply if the request has an error. */
export async function verifyAccount(
  { ctx, caller, query }: Call,
  changes: Partial<ToVerify> = {},
): Promise<Verification | Reply> {
  try {
    const subject = { ...readAccount(query), userKey: null, ...changes } as ToVerify;
    return await verifyNow(ctx, caller.merchantId, subject);
  } catch (error) {
    return { answer: refuseAccount(error, accountRefusals, query) };
  }
}
