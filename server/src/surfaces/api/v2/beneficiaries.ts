/** v2: beneficiaries, made, read and removed. */
import { ApprovalError } from "#approvals";
import {
  addBeneficiaries,
  BeneficiaryError,
  type BeneficiaryErrorCode,
  type BeneficiaryInput,
  endBeneficiaries,
  getBeneficiary as readBeneficiary,
  findListedPayees,
} from "#beneficiaries";
import { optional, type Problem, refusing, together, anything, hidden } from "#http";
import {
  accountFields,
  accountRefusals,
  beneficiaryNotFound,
  idField,
  idRefusals,
  writeBeneficiary,
  idFieldIfAny,
} from "./beneficiary-fields.ts";
import { type Contact, contactFields, contactRefusals, readContact } from "./contact-fields.ts";
import { declareV2 } from "./operation.ts";
import { isPayeeName, vpaRule } from "./read-payee.ts";
import { invalid, type V2Refusal, type V2Refusals, Refused } from "./refusals.ts";
import { objectRule, readFields, rightText } from "./rules.ts";
import { beneficiarySchema } from "./schemas.ts";

const refusals = {
  name_missing: invalid("beneficiary_name_missing", "beneficiary_name is missing in the request"),
  name_invalid: invalid(
    "beneficiary_name_invalid",
    "beneficiary_name is invalid. only alphabets and whitespaces are allowed",
  ),
  instruments_invalid: invalid(
    "beneficiary_instrument_details_invalid",
    "beneficiary_instrument_details should be an object",
  ),
  contact_invalid: invalid(
    "beneficiary_contact_details_invalid",
    "beneficiary_contact_details should be an object",
  ),
  vpa_invalid: invalid("vpa_invalid", "vpa is in invalid format"),
  id_exists: invalid(
    "beneficiary_id_already_exists",
    "Beneficiary already exists with the given beneficiary_id",
    409,
  ),
  account_registered: invalid(
    "beneficiary_already_exists",
    "Beneficiary already exists with the given beneficiary_bank_account_number and beneficiary_ifsc",
    409,
  ),
  own_account: invalid(
    "beneficiary_account_same_as_source",
    "beneficiary_bank_account_number provided can not be same as source bank account",
    422,
  ),
  platform_account: invalid(
    "vba_bene_not_allowed",
    "Virtual bank account as beneficiary_bank_account_number is not allowed for the account",
    422,
  ),
} as const satisfies V2Refusals;

const example = {
  beneficiary_id: "JOHN18011",
  beneficiary_name: "John Doe",
  beneficiary_instrument_details: { bank_account_number: "00011020001772", bank_ifsc: "HDFC0000001" },
  beneficiary_contact_details: {
    beneficiary_email: "johndoe@example.com",
    beneficiary_phone: "9876543210",
    beneficiary_country_code: "+91",
    beneficiary_address: "ABC Street",
    beneficiary_city: "Bangalore",
    beneficiary_state: "Karnataka",
    beneficiary_postal_code: "560001",
  },
};

const instrumentFields = {
  account: accountFields("Requires `bank_ifsc`."),
  vpa: refusing(optional(vpaRule), { wrong: "vpa_invalid" }),
} as const;

export const createBeneficiary = declareV2({
  name: "createBeneficiary",
  method: "POST",
  scope: "draft",
  path: "/beneficiary",
  tag: "Beneficiaries",
  summary: "Add a beneficiary",
  description:
    "Give a bank account with its IFSC, a UPI ID, both or neither; contact details are optional. You can pay the " +
    "beneficiary immediately, unless it must be approved first: then its status is INITIATED.",
  body: {
    beneficiary_id: idField,
    beneficiary_name: refusing(rightText({ maxLength: 100 }, isPayeeName), {
      missing: "name_missing",
      wrong: "name_invalid",
    }),
    instruments: together(
      {
        beneficiary_instrument_details: refusing(optional(objectRule(instrumentFields)), {
          wrong: "instruments_invalid",
        }),
      },
      ({ beneficiary_instrument_details: given = {} }) => {
        const read = readFields(instrumentFields, given);
        return "problem" in read ? read : { value: read.values };
      },
    ),
    contact: together(
      {
        beneficiary_contact_details: refusing(optional(objectRule(contactFields)), {
          wrong: "contact_invalid",
        }),
      },
      ({ beneficiary_contact_details: given = {} }): { value: Contact } | Problem => {
        const read = readContact(given);
        return "problem" in read ? read : { value: read.contact };
      },
    ),
  },
  bodyExample: example,
  success: {
    httpStatus: 201,
    schema: beneficiarySchema,
    example: {
      ...example,
      beneficiary_instrument_details: { ...example.beneficiary_instrument_details, ifsc: "HDFC0000001" },
      beneficiary_status: "VERIFIED",
      added_on: "2026-11-21T06:13:20Z",
    },
  },
  refusals: { ...idRefusals, ...accountRefusals, ...contactRefusals, ...refusals },
  handle: async ({ ctx, caller, input }) => {
    const { account, vpa } = input.instruments;
    const beneficiary: BeneficiaryInput = {
      beneId: input.beneficiary_id,
      name: input.beneficiary_name,
      ...account,
      vpa,
      ...input.contact,
    };
    const by = `api-key:${caller.clientId}` as const;
    const [outcome] = await ctx.db.inMerchant(caller.merchantId, (tx) =>
      // The fields were checked by the rules of this contract; the classic contract requires more.
      addBeneficiaries(tx, ctx.vault, { beneficiaries: [beneficiary], by, check: () => null }),
    );
    if (outcome!.kind === "refused") {
      const refusal = refusalOf(outcome!.error);
      if (refusal === undefined) throw outcome!.error;
      throw new Refused(refusal);
    }
    return { body: writeBeneficiary(await readBeneficiary(ctx, caller.merchantId, beneficiary.beneId)) };
  },
});

const OBSTACLES: Partial<Record<BeneficiaryErrorCode, V2Refusal>> = {
  id_exists: refusals.id_exists,
  account_registered: refusals.account_registered,
  own_account: refusals.own_account,
  platform_account: refusals.platform_account,
};

const refusalOf = (error: unknown): V2Refusal | undefined =>
  BeneficiaryError.is(error) ? OBSTACLES[error.code] : undefined;

export const deleteBeneficiary = declareV2({
  name: "deleteBeneficiary",
  method: "DELETE",
  scope: "pay",
  path: "/beneficiary",
  tag: "Beneficiaries",
  summary: "Remove a beneficiary",
  description:
    "Transfers in progress continue. You can add the ID again. If the removal must be approved, the beneficiary " +
    "stays until then, and the response has its current status instead of DELETED.",
  query: { beneficiary_id: idField },
  success: {
    httpStatus: 200,
    schema: beneficiarySchema,
    example: { ...createBeneficiary.success.example, beneficiary_status: "DELETED" },
  },
  refusals: { ...idRefusals, not_found: beneficiaryNotFound },
  handle: async ({ ctx, caller, input: { beneficiary_id: beneId } }) => {
    const { merchantId } = caller;
    const by = `api-key:${caller.clientId}` as const;
    try {
      const beneficiary = await readBeneficiary(ctx, merchantId, beneId);
      const { removed, awaiting } = await ctx.db.inMerchant(merchantId, (tx) =>
        endBeneficiaries(tx, { beneIds: [beneId], by }),
      );
      // Another request removed it after it was read.
      if (removed.length + awaiting.length === 0) throw new Refused(beneficiaryNotFound);
      return { body: writeBeneficiary(beneficiary, { isDeleted: removed.length > 0 }) };
    } catch (error) {
      if (BeneficiaryError.is(error, "not_found")) throw new Refused(beneficiaryNotFound);
      // Another request asked for the same at this moment: the beneficiary stays until members approve.
      if (ApprovalError.is(error, "already_open"))
        return { body: writeBeneficiary(await readBeneficiary(ctx, merchantId, beneId)) };
      throw error;
    }
  },
});

const readingRefusals = {
  too_many: invalid(
    "too_many_parameters_in_request",
    "Please provide either bank_account_number and bank_ifsc together or beneficiary_id alone. Do not include all " +
      "three parameters in the request",
  ),
  identifiers_missing: invalid(
    "beneficiary_identifiers_missing",
    "beneficiary_identifiers : Either beneficiary_id or the combination of bank_account_number and bank_ifsc has to " +
      "be provided with the request",
  ),
  not_found: beneficiaryNotFound,
  account_not_found: invalid(
    "beneficiary_not_found",
    "Beneficiary with the given bank_account_number and bank_ifsc does not exist",
    404,
  ),
} as const;

export const getBeneficiary = declareV2({
  name: "getBeneficiary",
  method: "GET",
  scope: "read",
  path: "/beneficiary",
  tag: "Beneficiaries",
  summary: "Get a beneficiary",
  description: "By your beneficiary_id, or by bank_account_number and bank_ifsc together. No field is null.",
  query: {
    alone: together(
      {
        beneficiary_id: hidden(optional(anything)),
        bank_account_number: hidden(optional(anything)),
        bank_ifsc: hidden(optional(anything)),
      },
      ({ beneficiary_id: id, bank_account_number: account, bank_ifsc: ifsc }) =>
        id !== undefined && (account !== undefined || ifsc !== undefined)
          ? { problem: "too_many" }
          : { value: undefined },
    ),
    wanted: together(
      { beneficiary_id: idFieldIfAny, account: accountFields() },
      ({ beneficiary_id: beneId, account }) =>
        beneId === undefined && account === undefined
          ? { problem: "identifiers_missing" }
          : { value: { beneId, account } },
    ),
  },
  success: { httpStatus: 200, schema: beneficiarySchema, example: createBeneficiary.success.example },
  refusals: {
    ...readingRefusals,
    id_long: idRefusals.id_long,
    id_invalid: idRefusals.id_invalid,
    ...accountRefusals,
  },
  handle: async ({ ctx, caller: { merchantId }, input }) => {
    const { account, ...named } = input.wanted;
    let beneId = named.beneId ?? null;
    const notFound = new Refused(
      beneId === null ? readingRefusals.account_not_found : readingRefusals.not_found,
    );
    if (account !== undefined) {
      const [found] = await ctx.db.inMerchant(merchantId, (tx) => findListedPayees(tx, ctx.vault, [account]));
      beneId = found?.payee?.beneId ?? null;
    }
    if (beneId === null) throw notFound;
    try {
      return { body: writeBeneficiary(await readBeneficiary(ctx, merchantId, beneId)) };
    } catch (error) {
      if (BeneficiaryError.is(error, "not_found")) throw notFound;
      throw error;
    }
  },
});
