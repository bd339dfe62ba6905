import {
  addBeneficiaries,
  BeneficiaryError,
  getBeneficiary,
  type BeneficiaryErrorCode,
  type BeneficiaryInput,
} from "#beneficiaries";
import { isVpaToKeep } from "#rails";
import { accountRefusals, idRefusals, readBankAccount, requireBeneficiaryId } from "./beneficiary-reading.ts";
import { readObject, readText, type Fields } from "./fields.ts";
import type { CallV2, OperationV2, ReplyV2 } from "./operation.ts";
import { contactRefusals, readContact } from "./read-contact.ts";
import { isPayeeName } from "./read-instruments.ts";
import { invalid, Refused, type Refusal, type Refusals } from "./refusals.ts";
import { beneficiarySchema, newBeneficiarySchema } from "./schemas.ts";
import { writeBeneficiary } from "./write-beneficiary.ts";

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
} as const satisfies Refusals;

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

export const createBeneficiary: OperationV2 = {
  name: "createBeneficiary",
  method: "POST",
  scope: "draft",
  path: "/beneficiary",
  tag: "Beneficiaries",
  summary: "Add a beneficiary",
  description:
    "Give a bank account with its IFSC, a UPI ID, both or neither; contact details are optional. You can pay the " +
    "beneficiary immediately, unless it must be approved first: then its status is INITIATED.",
  body: { schema: newBeneficiarySchema, example },
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
  refusals: [
    ...Object.values(idRefusals),
    ...Object.values(accountRefusals),
    ...Object.values(contactRefusals),
    ...Object.values(refusals),
  ],
  handle,
};

async function handle({ ctx, caller, body }: CallV2): Promise<ReplyV2> {
  const input = readInput(body);
  const by = `api-key:${caller.clientId}` as const;
  const [outcome] = await ctx.db.inMerchant(caller.merchantId, (tx) =>
    // The fields were checked by the rules of this contract; the classic contract requires more.
    addBeneficiaries(tx, ctx.vault, { beneficiaries: [input], by, check: () => null }),
  );
  if (outcome!.kind === "refused") {
    const refusal = refusalOf(outcome!.error);
    if (refusal === undefined) throw outcome!.error;
    throw new Refused(refusal);
  }
  return { body: writeBeneficiary(await getBeneficiary(ctx, caller.merchantId, input.beneId)) };
}

const OBSTACLES: Partial<Record<BeneficiaryErrorCode, Refusal>> = {
  id_exists: refusals.id_exists,
  account_registered: refusals.account_registered,
  own_account: refusals.own_account,
  platform_account: refusals.platform_account,
};

const refusalOf = (error: unknown): Refusal | undefined =>
  BeneficiaryError.is(error) ? OBSTACLES[error.code] : undefined;

function readInput(body: Fields): BeneficiaryInput {
  const beneId = requireBeneficiaryId(body);
  const name = readText(body, "beneficiary_name", { refusal: refusals.name_invalid });
  if (name === undefined) throw new Refused(refusals.name_missing);
  if (!isPayeeName(name)) throw new Refused(refusals.name_invalid);
  const instruments =
    readObject(body, "beneficiary_instrument_details", { refusal: refusals.instruments_invalid }) ?? {};
  const account = readBankAccount(instruments);
  const vpa = readText(instruments, "vpa", { refusal: refusals.vpa_invalid });
  if (vpa !== undefined && !isVpaToKeep(vpa)) throw new Refused(refusals.vpa_invalid);
  const contact =
    readObject(body, "beneficiary_contact_details", { refusal: refusals.contact_invalid }) ?? {};
  return { beneId, name, ...account, vpa, ...readContact(contact, "") };
}
