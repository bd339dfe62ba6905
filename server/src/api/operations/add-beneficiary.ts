import {
  addBeneficiary as storeBeneficiary,
  BeneficiaryError,
  type BeneficiaryErrorCode,
} from "#beneficiaries";
import { missingAs, optional, refusing, withDefault } from "#http";
import { type Answer, answerFor, refuse, refuseIfsc, success } from "./answers.ts";
import { anyBeneIdRule, payeeFields } from "./beneficiary-fields.ts";
import { anyText } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";

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

export const addBeneficiary = declareClassic({
  name: "addBeneficiary",
  method: "POST",
  path: "/addBeneficiary",
  versions: ["v1"],
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
    beneId: refusing(missingAs(anyBeneIdRule(), ""), { wrong: "id_invalid" }),
    name: refusing(withDefault(payeeFields.name, ""), { wrong: "name_invalid" }),
    email: refusing(optional(payeeFields.email), { wrong: "email_invalid" }),
    phone: refusing(missingAs(payeeFields.phone, undefined), { wrong: "phone_invalid" }),
    bankAccount: refusing(optional(payeeFields.bankAccount), { wrong: "account_invalid" }),
    ifsc: refusing(optional(payeeFields.ifsc), { wrong: "ifsc_invalid" }),
    vpa: refusing(optional(payeeFields.vpa), { wrong: "vpa_unknown" }),
    address1: refusing(optional(payeeFields.address1), { wrong: "address_invalid" }),
    address2: refusing(optional(payeeFields.address2), { wrong: "address_invalid" }),
    city: refusing(optional(payeeFields.city), { wrong: "city_invalid" }),
    state: refusing(optional(payeeFields.state), { wrong: "state_invalid" }),
    pincode: refusing(optional(payeeFields.pincode), { wrong: "pincode_invalid" }),
    cardNo: refusing(
      optional(anyText({ max: 40, description: "A masked Visa or MasterCard number, never a full one." })),
      { wrong: "card_invalid" },
    ),
    group: refusing(optional(anyText({ max: 50, description: "`DEFAULT` is the only active group." })), {
      wrong: "details_invalid",
    }),
    purpose: refusing(
      optional(
        anyText({
          max: 100,
          description:
            "What you pay this beneficiary for, in your own words. An extension of the classic contract.",
        }),
      ),
      { wrong: "details_invalid" },
    ),
  },
  order: ["beneId:wrong", "email:wrong"],
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
  answers,
  breakdown: answers.adding_failed,
  handle: async ({ ctx, caller, input }) => {
    const { bankAccount: accountNumber, cardNo: card, ...fields } = input;
    const beneficiary = { ...fields, accountNumber, card, by: `api-key:${caller.clientId}` as const };
    try {
      await storeBeneficiary(ctx, caller.merchantId, beneficiary);
      return { answer: answers.added };
    } catch (error) {
      const answer = answerFor(error, BeneficiaryError, answers);
      const isOfIfsc = BeneficiaryError.is(error, "ifsc_invalid");
      return { answer: isOfIfsc ? refuseIfsc(answer, input.ifsc) : answer };
    }
  },
});
