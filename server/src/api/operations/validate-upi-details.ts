import { type Verification, VerificationError, verifyNow } from "#beneficiaries";
import { ifAny, missingAs, outputOf, shown } from "#http";
import { text } from "./answer-schemas.ts";
import { answerFor, refuse, type Reply, success } from "./answers.ts";
import { anyText, required, searchedText } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import { accountAnswers, accountRefusals } from "./validation-answers.ts";
import { existsOf, existsSchema } from "./validation-fields.ts";

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

const output = outputOf<Verification>({
  nameAtBank: ifAny(text, ({ nameAtBank }) => nameAtBank ?? ""),
  accountExists: shown(existsSchema, existsOf),
});

export const validateUpiDetails = declareClassic({
  name: "validateUpiDetails",
  method: "GET",
  path: "/validation/upiDetails",
  versions: ["v1"],
  scope: "pay",
  tag: "Validation",
  summary: "Verify a UPI ID",
  description:
    "Checks with a bank immediately. If the UPI ID does not exist, the call succeeds and reports that.",
  query: {
    name: required(anyText({ max: 100 }), "name_invalid"),
    vpa: missingAs(searchedText({ max: 100 }), ""),
  },
  answers,
  data: {
    schema: output.schema,
    examples: { verified: { nameAtBank: "JOHN DOE", accountExists: "YES" } },
  },
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller, input: { name, vpa } }) => {
    try {
      const about = { phone: null, remarks: null, userKey: null };
      const subject = { kind: "vpa", vpa: vpa.trim(), name, ...about } as const;
      return answerEnd(await verifyNow(ctx, caller.merchantId, subject));
    } catch (error) {
      return { answer: answerFor(error, VerificationError, answers) };
    }
  },
});

/** The scheme's code for an impossible address. */
const NO_ADDRESS = "ZH";

function answerEnd(ended: Verification): Reply {
  const { status, failure, code } = ended;
  if (status === "not_found" && code === NO_ADDRESS) return { answer: answers.vpa_unknown };
  if (status === "found" || status === "not_found")
    return { answer: answers.verified, data: output.write(ended) };
  if (failure === "unavailable" || failure === "unsupported") return { answer: answers.unavailable };
  return { answer: failure === "refused" ? answers.refused : answers.unknown };
}
