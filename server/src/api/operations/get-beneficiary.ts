import {
  type Beneficiary,
  BeneficiaryError,
  type BeneficiaryStatus,
  getBeneficiary as readBeneficiary,
} from "#beneficiaries";
import { ifAny, outputOf, shown } from "#http";
import { istText } from "#rails";
import { text } from "./answer-schemas.ts";
import { answerFor, refuse, success, unknownError } from "./answers.ts";
import { anyBeneIdRule } from "./beneficiary-fields.ts";
import { required } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";

const answers = {
  found: success("Details of beneficiary"),
  not_found: refuse("404", "Beneficiary does not exist"),
  breakdown: unknownError,
} as const;

const STATUSES: Readonly<Record<BeneficiaryStatus, string>> = {
  verified: "VERIFIED",
  invalid: "INVALID",
  awaiting_approval: "APPROVAL_PENDING",
};

const output = outputOf<Beneficiary>({
  beneId: shown(text, ({ beneId }) => beneId),
  name: shown(text, ({ name }) => name),
  groupName: shown(text, ({ groupName }) => groupName),
  email: shown(text, ({ email }) => email ?? ""),
  phone: shown(text, ({ phone }) => phone ?? ""),
  address1: shown(text, ({ address1 }) => address1 ?? ""),
  address2: shown(text, ({ address2 }) => address2 ?? ""),
  city: shown(text, ({ city }) => city ?? ""),
  state: shown(text, ({ state }) => state ?? ""),
  pincode: shown(text, ({ pincode }) => pincode ?? "0"),
  bankAccount: shown(text, ({ accountNumber }) => accountNumber ?? ""),
  ifsc: shown(text, ({ ifsc }) => ifsc ?? ""),
  status: shown(text, ({ status }) => STATUSES[status]),
  vpa: shown(text, ({ vpa }) => vpa ?? ""),
  addedOn: shown(text, ({ addedAt }) => istText(addedAt)),
  maskedCard: ifAny({ type: ["string", "null"] }, ({ cardLast4 }) =>
    cardLast4 === null ? null : `XXXXXXXXXXXX${cardLast4}`,
  ),
  // The contract does not have this field.
  purpose: ifAny(
    { ...text, description: "What you pay this beneficiary for; absent if you gave nothing." },
    ({ purpose }) => purpose ?? undefined,
  ),
});

export const getBeneficiary = declareClassic({
  name: "getBeneficiary",
  method: "GET",
  path: "/getBeneficiary/{beneId}",
  versions: ["v1"],
  scope: "read",
  tag: "Beneficiaries",
  summary: "Get a beneficiary",
  description:
    "Unknown values are empty strings; an unknown `pincode` is `0`. `status` is `VERIFIED`, `INVALID`, or " +
    "`APPROVAL_PENDING` while the beneficiary waits for approval and cannot be paid.",
  pathFields: { beneId: required(anyBeneIdRule(), "not_found") },
  answers,
  data: {
    schema: output.schema,
    examples: {
      found: {
        beneId: "JOHN18011",
        name: "John Doe",
        groupName: "DEFAULT",
        email: "johndoe@example.com",
        phone: "9876543210",
        address1: "ABC Street",
        address2: "",
        city: "Bangalore",
        state: "Karnataka",
        pincode: "560001",
        bankAccount: "00011020001772",
        ifsc: "HDFC0000001",
        status: "VERIFIED",
        vpa: "",
        addedOn: "2026-11-21 11:43:20",
        maskedCard: null,
      },
    },
  },
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller, input }) => {
    try {
      const beneficiary = await readBeneficiary(ctx, caller.merchantId, input.beneId);
      return { answer: answers.found, data: output.write(beneficiary) };
    } catch (error) {
      return { answer: answerFor(error, BeneficiaryError, answers) };
    }
  },
});
