import type { Verification } from "#beneficiaries";
import { ifAny, outputOf, shown } from "#http";
import { lookUpIfsc } from "#rails";
import { referenceIdSchema, text } from "./answer-schemas.ts";
import { declareClassic } from "./declare-classic.ts";
import { verifyAccount } from "./validate-bank-details.ts";
import { accountAnswers, accountRefusals, nameOfEnd } from "./validation-answers.ts";
import { accountFields, holderFields, matchFields, utrOf, writeDeposit } from "./validation-fields.ts";

const answers = { ...accountAnswers, ...accountRefusals } as const;

const output = outputOf<Verification>({
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
  answers,
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
    schema: output.schema,
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
  breakdown: answers.breakdown,
  handle: async (call) => {
    const ended = await verifyAccount(call);
    if ("answer" in ended) return ended;
    const name = nameOfEnd(ended);
    if (name !== "verified" && name !== "not_found") return { answer: answers[name] };
    return {
      answer: answers[name],
      beside: {
        accountStatus: name === "verified" ? "VALID" : "INVALID",
        accountStatusCode: name === "verified" ? "ACCOUNT_IS_VALID" : statusCodeOf(ended.code),
      },
      data: output.write(ended),
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
