import { BeneficiaryError, findListedPayees, getBeneficiary as readBeneficiary } from "#beneficiaries";
import { anything, hidden, optional, together } from "#http";
import {
  accountFields,
  accountRefusals,
  beneficiaryNotFound,
  idFieldIfAny,
  idRefusals,
} from "./beneficiary-fields.ts";
import { declareV2 } from "./operation.ts";
import { invalid, Refused } from "./refusals.ts";
import { beneficiarySchema } from "./schemas.ts";
import { createBeneficiary } from "./beneficiaries.ts";
import { writeBeneficiary } from "./write-beneficiary.ts";

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
