/** Beneficiaries in the classic API: the fields that calls share, and the calls. */
import {
  addBeneficiary as storeBeneficiary,
  type Beneficiary,
  BeneficiaryError,
  type BeneficiaryErrorCode,
  type BeneficiaryStatus,
  findBeneficiaryByAccount,
  getBeneficiary as readBeneficiary,
  removeBeneficiary as endBeneficiary,
} from "#beneficiaries";
import { ifAny, missingAs, optional, outputOf, refusing, type FieldRule, shown, withDefault } from "#http";
import { istText } from "#lib/ist";
import { PHONE_LENGTH_MAX, PHONE_PATTERN } from "#rails";
import { type Answer, answerFor, refuse, refuseIfsc, success, text, unknownError } from "./answers.ts";
import { anyText, idText, required } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";

const beneIdShape = {
  min: 1,
  max: 50,
  pattern: "^[A-Za-z0-9_]+$",
  description: "Your ID for the beneficiary: letters, digits and underscores.",
};

/** The merchant's ID of a beneficiary, where any text may be looked up. */
export const anyBeneIdRule = (description = beneIdShape.description): FieldRule<string> =>
  anyText({ ...beneIdShape, description });

/** The merchant's ID of a beneficiary. */
export const beneIdRule = idText(beneIdShape);

/** An Indian phone number, as people write it; ten digits are stored. */
export const phoneRule = (
  description = "An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens and brackets do not " +
    "count.",
): FieldRule<string> => anyText({ max: PHONE_LENGTH_MAX, pattern: PHONE_PATTERN, description });

export const IFSC_PATTERN = "^[A-Z]{4}0[A-Z0-9]{6}$";

/** The limit for an account number given with an order or a validation. */
export const ACCOUNT_LENGTH_MAX = 40;

/** The number of an account that is not listed. */
export const anyAccountRule = anyText({ max: ACCOUNT_LENGTH_MAX, pattern: "^[0-9A-Za-z]{6,40}$" });

/**
 * The fields of a payee except the ID. The operations that use them check which ones are required and whether the
 * values are valid.
 */
export const payeeFields = {
  name: anyText({ max: 100, description: "Not required for a payee who is paid only to wallets." }),
  email: anyText({ max: 200, description: "Not required for a payee who is paid only to wallets." }),
  phone: phoneRule(),
  bankAccount: anyText({ max: 18, pattern: "^[0-9A-Za-z]{9,18}$", description: "Requires `ifsc`." }),
  ifsc: anyText({ max: 11, pattern: IFSC_PATTERN }),
  vpa: anyText({
    max: 100,
    description: "UPI ID: letters, digits, dots and underscores; hyphens only before the @.",
  }),
  address1: anyText({ max: 150 }),
  address2: anyText({ max: 150 }),
  city: anyText({ max: 50, description: "Letters and spaces." }),
  state: anyText({ max: 50, description: "Letters and spaces." }),
  pincode: anyText({ max: 6, pattern: "^[0-9]{6}$" }),
} as const;

const getBeneficiaryAnswers = {
  found: success("Details of beneficiary"),
  not_found: refuse("404", "Beneficiary does not exist"),
  breakdown: unknownError,
} as const;

/** The words of the contract. */
export const BENEFICIARY_STATUSES: Readonly<Record<BeneficiaryStatus, string>> = {
  verified: "VERIFIED",
  invalid: "INVALID",
  awaiting_approval: "APPROVAL_PENDING",
};

/** A beneficiary with its whole account number. */
export const getBeneficiaryOutput = outputOf<Beneficiary>({
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
  status: shown(text, ({ status }) => BENEFICIARY_STATUSES[status]),
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

/** An example of a beneficiary in answers. */
export const beneficiaryExample = {
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
};

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
  answers: getBeneficiaryAnswers,
  data: {
    schema: getBeneficiaryOutput.schema,
    examples: {
      found: beneficiaryExample,
    },
  },
  breakdown: getBeneficiaryAnswers.breakdown,
  handle: async ({ ctx, caller, input }) => {
    try {
      const beneficiary = await readBeneficiary(ctx, caller.merchantId, input.beneId);
      return { answer: getBeneficiaryAnswers.found, data: getBeneficiaryOutput.write(beneficiary) };
    } catch (error) {
      return { answer: answerFor(error, BeneficiaryError, getBeneficiaryAnswers) };
    }
  },
});

const getBeneIdAnswers = {
  found: success("beneId retrieved successfully"),
  account_not_found: refuse("404", "Beneficiary not found with given bank account details"),
  lookup_incomplete: refuse("422", "Please provide both bank account and ifsc"),
  lookup_invalid: refuse("422", "Please provide a valid bank account and ifsc"),
  lookup_ifsc_invalid: refuse("422", "Please provide a valid ifsc"),
  breakdown: refuse("520", "Error while fetching beneId"),
} as const;

const getBeneIdOutput = outputOf<{ readonly beneId: string }>({
  beneId: shown(text, ({ beneId }) => beneId),
});

export const getBeneId = declareClassic({
  name: "getBeneId",
  method: "GET",
  path: "/getBeneId",
  versions: ["v1"],
  scope: "read",
  tag: "Beneficiaries",
  summary: "Find a beneficiary by bank account",
  query: {
    bankAccount: refusing(missingAs(anyAccountRule, undefined), { wrong: "lookup_invalid" }),
    ifsc: refusing(missingAs(payeeFields.ifsc, undefined), { wrong: "lookup_invalid" }),
  },
  answers: getBeneIdAnswers,
  data: {
    schema: getBeneIdOutput.schema,
    examples: { found: { beneId: "JOHN18011" } },
  },
  breakdown: getBeneIdAnswers.breakdown,
  handle: async ({ ctx, caller, input: { bankAccount: accountNumber, ifsc } }) => {
    try {
      const found = await findBeneficiaryByAccount(ctx, caller.merchantId, { accountNumber, ifsc });
      return { answer: getBeneIdAnswers.found, data: getBeneIdOutput.write(found) };
    } catch (error) {
      return { answer: answerFor(error, BeneficiaryError, getBeneIdAnswers) };
    }
  },
});

const removeBeneficiaryAnswers = {
  removed: success("Beneficiary removed"),
  // The sentence is ours: the contract has no approval of this.
  removal_awaits_approval: success("Beneficiary removal is waiting for approval"),
  removal_not_found: refuse("404", "Beneficiary does not exist with given Id"),
  id_missing: refuse("412", "BeneId missing in the request"),
  id_invalid: refuse("422", "Please provide a valid Beneficiary Id"),
  breakdown: unknownError,
} as const;

export const removeBeneficiary = declareClassic({
  name: "removeBeneficiary",
  method: "POST",
  path: "/removeBeneficiary",
  versions: ["v1"],
  scope: "pay",
  tag: "Beneficiaries",
  summary: "Remove a beneficiary",
  description:
    "Transfers in progress continue. You can add the ID again. If your account has an approval policy for " +
    "beneficiaries, the beneficiary stays until the removal is approved, and the response says so; one that is " +
    "still waiting to be approved is removed immediately.",
  body: { beneId: refusing(anyBeneIdRule(), { missing: "id_missing", wrong: "id_invalid" }) },
  bodyExample: () => ({ beneId: "JOHN18011" }),
  answers: removeBeneficiaryAnswers,
  breakdown: removeBeneficiaryAnswers.breakdown,
  handle: async ({ ctx, caller, input: { beneId } }) => {
    try {
      const by = `api-key:${caller.clientId}` as const;
      const { awaitsApproval } = await endBeneficiary(ctx, caller.merchantId, { beneId, by });
      return {
        answer: awaitsApproval
          ? removeBeneficiaryAnswers.removal_awaits_approval
          : removeBeneficiaryAnswers.removed,
      };
    } catch (error) {
      return { answer: answerFor(error, BeneficiaryError, removeBeneficiaryAnswers) };
    }
  },
});

const addBeneficiaryAnswers = {
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
  answers: addBeneficiaryAnswers,
  breakdown: addBeneficiaryAnswers.adding_failed,
  handle: async ({ ctx, caller, input }) => {
    const { bankAccount: accountNumber, cardNo: card, ...fields } = input;
    const beneficiary = { ...fields, accountNumber, card, by: `api-key:${caller.clientId}` as const };
    try {
      await storeBeneficiary(ctx, caller.merchantId, beneficiary);
      return { answer: addBeneficiaryAnswers.added };
    } catch (error) {
      const answer = answerFor(error, BeneficiaryError, addBeneficiaryAnswers);
      const isOfIfsc = BeneficiaryError.is(error, "ifsc_invalid");
      return { answer: isOfIfsc ? refuseIfsc(answer, input.ifsc) : answer };
    }
  },
});
