import { type Verification, VerificationError, verifyNow } from "#beneficiaries";
import { ifAny, missingAs, outputOf, refusing, shown } from "#http";
import { lookUpIfsc } from "#rails";
import { answerFor, referenceIdSchema, refuse, type Reply, success, text } from "./answers.ts";
import { anyText, required, searchedText } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import type { ClassicCall } from "./operation.ts";
import {
  accountAnswers,
  accountFields,
  accountRefusals,
  accountToVerify,
  existsOf,
  existsSchema,
  holderFields,
  holderRules,
  ifFound,
  matchFields,
  nameOfEnd,
  refuseAccount,
  utrOf,
  writeDeposit,
} from "./validation-fields.ts";

const validateBankAccountAnswers = { ...accountAnswers, ...accountRefusals } as const;

const validateBankAccountOutput = outputOf<Verification>({
  nameAtBank: shown(text, ({ nameAtBank }) => nameAtBank ?? ""),
  amountDeposited: shown(text, writeDeposit),
  refId: shown({ ...referenceIdSchema, description: "Our ID of the verification." }, ({ verificationNo }) =>
    String(verificationNo),
  ),
  bankName: shown(text, ({ ifsc }) => lookUpIfsc(ifsc ?? "")?.bankName ?? ""),
  utr: ifAny({ ...text, description: "The bank's reference; absent if no account was found." }, utrOf),
  city: shown(text, () => ""),
  branch: shown(text, () => ""),
  micr: shown({ type: "integer" }, () => 0),
  ...matchFields<Verification>((ended) => ended),
});

const example = {
  nameAtBank: "JOHN DOE",
  amountDeposited: "0",
  refId: "12669",
  bankName: "HDFC Bank",
  utr: "632512345678",
  city: "",
  branch: "",
  micr: 0,
  nameMatchScore: 100,
  nameMatchResult: "DIRECT_MATCH",
};

export const validateBankAccount = declareClassic({
  name: "validateBankAccount",
  method: "GET",
  path: "/validation/bankDetails",
  versions: ["v1.2"],
  scope: "pay",
  tag: "Validation",
  summary: "Verify a bank account and match the name",
  description:
    "Checks with a bank immediately. No money is deposited. `city`, `branch` and `micr` are empty because the IFSC " +
    "list that ships with the server has none.",
  query: { ...accountFields, ...holderFields },
  answers: validateBankAccountAnswers,
  beside: {
    schema: {
      properties: {
        accountStatus: { type: "string", enum: ["VALID", "INVALID"] },
        accountStatusCode: {
          type: "string",
          enum: [
            "ACCOUNT_IS_VALID",
            "INVALID_BANK_ACCOUNT",
            "INVALID_IFSC_FAIL",
            "ACCOUNT_BLOCKED",
            "NRE_ACCOUNT_FAIL",
          ],
        },
      },
      required: ["accountStatus", "accountStatusCode"],
    },
    examples: {
      verified: { accountStatus: "VALID", accountStatusCode: "ACCOUNT_IS_VALID" },
      not_found: { accountStatus: "INVALID", accountStatusCode: "INVALID_BANK_ACCOUNT" },
    },
  },
  data: {
    schema: validateBankAccountOutput.schema,
    examples: {
      verified: example,
      not_found: {
        nameAtBank: "",
        amountDeposited: "0",
        refId: "12670",
        bankName: "HDFC Bank",
        city: "",
        branch: "",
        micr: 0,
      },
    },
  },
  breakdown: validateBankAccountAnswers.breakdown,
  handle: async (call) => {
    const ended = await verifyAccount(call);
    if ("answer" in ended) return ended;
    const name = nameOfEnd(ended);
    if (name !== "verified" && name !== "not_found") return { answer: validateBankAccountAnswers[name] };
    return {
      answer: validateBankAccountAnswers[name],
      beside: {
        accountStatus: name === "verified" ? "VALID" : "INVALID",
        accountStatusCode: name === "verified" ? "ACCOUNT_IS_VALID" : statusCodeOf(ended.code),
      },
      data: validateBankAccountOutput.write(ended),
    };
  },
});

/** The account status for clients by the bank's code; any other code means an invalid bank account. */
const STATUS_CODES: Readonly<Record<string, string>> = {
  "92": "INVALID_IFSC_FAIL",
  H03: "INVALID_IFSC_FAIL",
  M3: "ACCOUNT_BLOCKED",
  M4: "NRE_ACCOUNT_FAIL",
  H20: "NRE_ACCOUNT_FAIL",
};

const statusCodeOf = (code: string | null): string => STATUS_CODES[code ?? ""] ?? "INVALID_BANK_ACCOUNT";

const { remarks_invalid: _, ...refusals } = accountRefusals;
const validateBankDetailsAnswers = { ...accountAnswers, ...refusals } as const;

const validateBankDetailsOutput = outputOf<Verification>({
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
  answers: validateBankDetailsAnswers,
  data: {
    schema: validateBankDetailsOutput.schema,
    examples: {
      verified: { nameAtBank: "JOHN DOE", accountExists: "YES", amountDeposited: "0", refId: "12669" },
      not_found: { accountExists: "NO" },
    },
  },
  breakdown: validateBankDetailsAnswers.breakdown,
  handle: async (call) => {
    const ended = await verifyAccount(call);
    if ("answer" in ended) return ended;
    const name = nameOfEnd(ended);
    const isKnown = name === "verified" || name === "not_found";
    return {
      answer: validateBankDetailsAnswers[name],
      ...(isKnown ? { data: validateBankDetailsOutput.write(ended) } : {}),
    };
  },
});

/** Verifies the account of a request now; returns a reply if the request has an error. */
async function verifyAccount({
  ctx,
  caller,
  input,
}: ClassicCall & { readonly input: Parameters<typeof accountToVerify>[0] }): Promise<Verification | Reply> {
  try {
    return await verifyNow(ctx, caller.merchantId, accountToVerify(input));
  } catch (error) {
    return { answer: refuseAccount(error, accountRefusals, input.ifsc) };
  }
}

const validateUpiDetailsAnswers = {
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

const validateUpiDetailsOutput = outputOf<Verification>({
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
  answers: validateUpiDetailsAnswers,
  data: {
    schema: validateUpiDetailsOutput.schema,
    examples: { verified: { nameAtBank: "JOHN DOE", accountExists: "YES" } },
  },
  breakdown: validateUpiDetailsAnswers.breakdown,
  handle: async ({ ctx, caller, input: { name, vpa } }) => {
    try {
      const about = { phone: null, remarks: null, userKey: null };
      const subject = { kind: "vpa", vpa: vpa.trim(), name, ...about } as const;
      return answerEnd(await verifyNow(ctx, caller.merchantId, subject));
    } catch (error) {
      return { answer: answerFor(error, VerificationError, validateUpiDetailsAnswers) };
    }
  },
});

/** The scheme's code for an impossible address. */
const NO_ADDRESS = "ZH";

function answerEnd(ended: Verification): Reply {
  const { status, failure, code } = ended;
  if (status === "not_found" && code === NO_ADDRESS) return { answer: validateUpiDetailsAnswers.vpa_unknown };
  if (status === "found" || status === "not_found")
    return { answer: validateUpiDetailsAnswers.verified, data: validateUpiDetailsOutput.write(ended) };
  if (failure === "unavailable" || failure === "unsupported")
    return { answer: validateUpiDetailsAnswers.unavailable };
  return {
    answer: failure === "refused" ? validateUpiDetailsAnswers.refused : validateUpiDetailsAnswers.unknown,
  };
}
