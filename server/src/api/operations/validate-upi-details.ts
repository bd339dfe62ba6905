import { type Verification, VerificationError, verifyNow } from "#beneficiaries";
import { answerFor, refuse, type Reply, success } from "./answers.ts";
import { readText } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";
import { accountAnswers, accountRefusals } from "./validation-answers.ts";
import { readHolder } from "./validation-fields.ts";

const answers = {
  verified: success("VPA verification successful"),
  name_invalid: accountRefusals.name_invalid,
  vpa_invalid: refuse("422", "Please provide a valid Virtual Payee Address"),
  // The scheme knows that the address cannot exist: its handle is unassigned, or its form is wrong.
  vpa_unknown: refuse("422", "Invalid UPI VPA provided"),
  insufficient_balance: accountRefusals.insufficient_balance,
  unavailable: accountAnswers.unavailable,
  unknown: refuse("520", "Unknown error occurred"),
  refused: refuse("520", "Validation attempt failed"),
  breakdown: refuse("520", "Something went wrong"),
} as const;

export const validateUpiDetails: CallerOperation = {
  name: "validateUpiDetails",
  method: "GET",
  path: "/validation/upiDetails",
  versions: ["v1"],
  access: "token",
  scope: "pay",
  tag: "Validation",
  summary: "Verify a UPI ID",
  description:
    "Checks with a bank immediately. If the UPI ID does not exist, the call succeeds and reports that.",
  query: {
    name: { schema: { type: "string", maxLength: 100 }, required: true },
    vpa: { schema: { type: "string", maxLength: 100 }, required: true },
  },
  answers: () => answers,
  data: {
    schema: {
      type: "object",
      properties: {
        nameAtBank: { type: "string" },
        accountExists: { type: "string", enum: ["YES", "NO"] },
      },
      required: ["accountExists"],
    },
    examples: { verified: { nameAtBank: "JOHN DOE", accountExists: "YES" } },
  },
  breakdown: answers.breakdown,
  handle,
};

async function handle({ ctx, caller, query }: Call): Promise<Reply> {
  const { name } = readHolder(query);
  if (name === null) return { answer: answers.name_invalid };
  const vpa = (readText(query, "vpa") ?? "").trim();
  try {
    const subject = { kind: "vpa", vpa, name, phone: null, remarks: null, userKey: null } as const;
    return answerEnd(await verifyNow(ctx, caller.merchantId, subject));
  } catch (error) {
    return { answer: answerFor(error, VerificationError, answers) };
  }
}

/** The scheme's code for an impossible address. */
const NO_ADDRESS = "ZH";

function answerEnd({ status, failure, nameAtBank, code }: Verification): Reply {
  if (status === "found")
    return { answer: answers.verified, data: { nameAtBank: nameAtBank ?? "", accountExists: "YES" } };
  if (status === "not_found" && code === NO_ADDRESS) return { answer: answers.vpa_unknown };
  if (status === "not_found")
    return { answer: answers.verified, data: { nameAtBank: "", accountExists: "NO" } };
  if (failure === "unavailable" || failure === "unsupported") return { answer: answers.unavailable };
  return { answer: failure === "refused" ? answers.refused : answers.unknown };
}
