import { BeneficiaryError, findListedPayees, getBeneficiary as readBeneficiary } from "#beneficiaries";
import {
  accountRefusals,
  beneficiaryNotFound,
  idRefusals,
  readBankAccount,
  readBeneficiaryId,
} from "./beneficiary-reading.ts";
import { readField } from "./fields.ts";
import type { CallV2, OperationV2, ReplyV2 } from "./operation.ts";
import { invalid, Refused } from "./refusals.ts";
import { beneficiaryIdSchema, beneficiarySchema } from "./schemas.ts";
import { createBeneficiary } from "./create-beneficiary.ts";
import { writeBeneficiary } from "./write-beneficiary.ts";

const refusals = {
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

export const getBeneficiary: OperationV2 = {
  name: "getBeneficiary",
  method: "GET",
  scope: "read",
  path: "/beneficiary",
  tag: "Beneficiaries",
  summary: "Get a beneficiary",
  description: "By your beneficiary_id, or by bank_account_number and bank_ifsc together. No field is null.",
  query: {
    beneficiary_id: beneficiaryIdSchema,
    bank_account_number: { type: "string", maxLength: 25, pattern: "^[0-9A-Za-z]{4,25}$" },
    bank_ifsc: { type: "string", maxLength: 11, pattern: "^[A-Za-z]{4}0[A-Za-z0-9]{6}$" },
  },
  success: { httpStatus: 200, schema: beneficiarySchema, example: createBeneficiary.success.example },
  refusals: [
    ...Object.values(refusals),
    idRefusals.id_long,
    idRefusals.id_invalid,
    ...Object.values(accountRefusals),
  ],
  handle,
};

async function handle({ ctx, caller, query }: CallV2): Promise<ReplyV2> {
  const byId = readField(query, "beneficiary_id") !== undefined;
  const byAccount = ["bank_account_number", "bank_ifsc"].some((name) => readField(query, name) !== undefined);
  if (byId && byAccount) throw new Refused(refusals.too_many);
  const id = readBeneficiaryId(query);
  const account = readBankAccount(query);
  if (id === undefined && account === undefined) throw new Refused(refusals.identifiers_missing);
  const { merchantId } = caller;
  const notFound = new Refused(byId ? refusals.not_found : refusals.account_not_found);
  let beneId = id ?? null;
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
}
