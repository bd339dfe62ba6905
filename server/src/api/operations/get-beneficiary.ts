import {
  type Beneficiary,
  BeneficiaryError,
  type BeneficiaryStatus,
  getBeneficiary as readBeneficiary,
} from "#beneficiaries";
import { istText } from "#rails";
import { refuse, type Reply, success, unknownError } from "./answers.ts";
import { beneIdSchema } from "./beneficiary-fields.ts";
import { readText } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";

const answers = {
  found: success("Details of beneficiary"),
  not_found: refuse("404", "Beneficiary does not exist"),
  breakdown: unknownError,
} as const;

const FIELDS = [
  "beneId",
  "name",
  "groupName",
  "email",
  "phone",
  "address1",
  "address2",
  "city",
  "state",
  "pincode",
  "bankAccount",
  "ifsc",
  "status",
  "vpa",
  "addedOn",
];

export const getBeneficiary: CallerOperation = {
  name: "getBeneficiary",
  method: "GET",
  path: "/getBeneficiary/{beneId}",
  versions: ["v1"],
  access: "token",
  scope: "read",
  tag: "Beneficiaries",
  summary: "Get a beneficiary",
  description:
    "Unknown values are empty strings; an unknown `pincode` is `0`. `status` is `VERIFIED`, `INVALID`, or " +
    "`APPROVAL_PENDING` while the beneficiary waits for approval and cannot be paid.",
  pathFields: { beneId: { schema: beneIdSchema, required: true } },
  answers: () => answers,
  data: {
    schema: {
      type: "object",
      properties: {
        ...Object.fromEntries(FIELDS.map((name) => [name, { type: "string" }])),
        maskedCard: { type: ["string", "null"] },
        purpose: {
          type: "string",
          description: "What you pay this beneficiary for; absent if you gave nothing.",
        },
      },
      required: FIELDS,
    },
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
  handle,
};

async function handle({ ctx, caller, path }: Call): Promise<Reply> {
  const beneId = readText(path, "beneId") ?? "";
  try {
    return {
      answer: answers.found,
      data: writeBeneficiary(await readBeneficiary(ctx, caller.merchantId, beneId)),
    };
  } catch (error) {
    if (BeneficiaryError.is(error, "not_found")) return { answer: answers.not_found };
    throw error;
  }
}

const STATUSES: Readonly<Record<BeneficiaryStatus, string>> = {
  verified: "VERIFIED",
  invalid: "INVALID",
  awaiting_approval: "APPROVAL_PENDING",
};

function writeBeneficiary(beneficiary: Beneficiary): Record<string, string | null> {
  const { cardLast4, purpose } = beneficiary;
  return {
    beneId: beneficiary.beneId,
    name: beneficiary.name,
    groupName: beneficiary.groupName,
    email: beneficiary.email ?? "",
    phone: beneficiary.phone ?? "",
    address1: beneficiary.address1 ?? "",
    address2: beneficiary.address2 ?? "",
    city: beneficiary.city ?? "",
    state: beneficiary.state ?? "",
    pincode: beneficiary.pincode ?? "0",
    bankAccount: beneficiary.accountNumber ?? "",
    ifsc: beneficiary.ifsc ?? "",
    status: STATUSES[beneficiary.status],
    vpa: beneficiary.vpa ?? "",
    addedOn: istText(beneficiary.addedAt),
    maskedCard: cardLast4 === null ? null : `XXXXXXXXXXXX${cardLast4}`,
    // The contract does not have this field: it is present only if it was given.
    ...(purpose === null ? {} : { purpose }),
  };
}
