import {
  addBeneficiary as storeBeneficiary,
  BeneficiaryError,
  type BeneficiaryErrorCode,
} from "#beneficiaries";
import { type Answer, answerFor, refuse, refuseIfsc, type Reply, success } from "./answers.ts";
import { beneIdSchema, payeeFields } from "./beneficiary-fields.ts";
import { type Fields, readField, readText } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";

const answers = {
  added: success("Beneficiary added successfully"),
  id_invalid: refuse("422", "Please provide a valid Beneficiary Id"),
  email_invalid: refuse("422", "Please provide a valid email"),
  name_invalid: refuse("422", "Please provide a valid name"),
  phone_invalid: refuse("422", "Please provide a valid Phone Number"),
  account_invalid: refuse("422", "Please provide a valid Bank Account"),
  ifsc_invalid: refuse("422", "Please provide a valid Bank IFSC code"),
  vpa_invalid: refuse("422", "Please provide a valid Virtual Payee Address"),
  vpa_unknown: refuse("400", "Please provide a valid VPA"),
  address_invalid: refuse("422", "Please provide a valid Address"),
  city_invalid: refuse("422", "Please provide a valid City Name"),
  state_invalid: refuse("422", "Please provide a valid State Name"),
  pincode_invalid: refuse("422", "Please provide a valid Pin code"),
  card_invalid: refuse("422", "Please provide a valid MasterCard or Visa card number"),
  card_not_masked: refuse("422", "Please provide a masked card number of a valid MasterCard or Visa card"),
  details_invalid: refuse("422", "Invalid details provided"),
  group_inactive: refuse("412", "Beneficiary group is not an active group"),
  id_exists: refuse("409", "Beneficiary Id already exists"),
  account_registered: refuse("409", "Entered bank Account is already registered"),
  own_account: refuse("412", "Cannot add yourself as a beneficiary"),
  platform_account: refuse("422", "Cashfree VBA/VPA cannot be added as a beneficiary"),
  adding_failed: refuse("520", "Adding beneficiary Failed"),
} as const satisfies Partial<Record<BeneficiaryErrorCode | "added" | "adding_failed", Answer>>;

/** The refusals of fields that are present and not text. */
const NOT_TEXT = {
  beneId: answers.id_invalid,
  email: answers.email_invalid,
  name: answers.name_invalid,
  phone: answers.phone_invalid,
  bankAccount: answers.account_invalid,
  ifsc: answers.ifsc_invalid,
  vpa: answers.vpa_unknown,
  address1: answers.address_invalid,
  address2: answers.address_invalid,
  city: answers.city_invalid,
  state: answers.state_invalid,
  pincode: answers.pincode_invalid,
  cardNo: answers.card_invalid,
  group: answers.details_invalid,
  purpose: answers.details_invalid,
} as const;

export const addBeneficiary: CallerOperation = {
  name: "addBeneficiary",
  method: "POST",
  path: "/addBeneficiary",
  versions: ["v1"],
  access: "token",
  scope: "draft",
  tag: "Beneficiaries",
  summary: "Add a beneficiary",
  description:
    "Give a bank account with its IFSC, a UPI ID, or both. Give neither for a payee who is paid only to wallets: a " +
    "phone number is enough. An address is optional. You can pay the beneficiary immediately. Bank details cannot be " +
    "changed: remove the beneficiary and add it again. If your account has an approval policy for beneficiaries, the " +
    "response is the same and the beneficiary has the status `APPROVAL_PENDING`: it cannot be paid until it is " +
    "approved, and is removed if it is rejected.",
  body: {
    beneId: { schema: beneIdSchema, required: true },
    ...payeeFields,
    cardNo: {
      schema: {
        type: "string",
        maxLength: 40,
        description: "A masked Visa or MasterCard number, never a full one.",
      },
    },
    group: { schema: { type: "string", maxLength: 50, description: "`DEFAULT` is the only active group." } },
    purpose: {
      schema: {
        type: "string",
        maxLength: 100,
        description:
          "What you pay this beneficiary for, in your own words. An extension of the classic contract.",
      },
    },
  },
  bodyExample: () => ({
    beneId: "JOHN18011",
    name: "John Doe",
    email: "johndoe@example.com",
    phone: "9876543210",
    bankAccount: "00011020001772",
    ifsc: "HDFC0000001",
    address1: "ABC Street",
    city: "Bangalore",
    state: "Karnataka",
    pincode: "560001",
  }),
  answers: () => answers,
  breakdown: answers.adding_failed,
  handle,
};

async function handle({ ctx, caller, body }: Call): Promise<Reply> {
  for (const name of Object.keys(NOT_TEXT) as (keyof typeof NOT_TEXT)[]) {
    if (readText(body, name) === null) return { answer: NOT_TEXT[name] };
  }
  try {
    await storeBeneficiary(ctx, caller.merchantId, { ...inputOf(body), by: `api-key:${caller.clientId}` });
    return { answer: answers.added };
  } catch (error) {
    const answer = answerFor(error, BeneficiaryError, answers);
    const isOfIfsc = BeneficiaryError.is(error, "ifsc_invalid");
    return { answer: isOfIfsc ? refuseIfsc(answer, readField(body, "ifsc")) : answer };
  }
}

function inputOf(body: Fields) {
  const text = (name: string): string | undefined => readField(body, name) as string | undefined;
  return {
    beneId: text("beneId") ?? "",
    name: text("name") ?? "",
    email: text("email"),
    phone: text("phone"),
    accountNumber: text("bankAccount"),
    ifsc: text("ifsc"),
    vpa: text("vpa"),
    address1: text("address1"),
    address2: text("address2"),
    city: text("city"),
    state: text("state"),
    pincode: text("pincode"),
    card: text("cardNo"),
    group: text("group"),
    purpose: text("purpose"),
  };
}
