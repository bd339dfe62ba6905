/** The fields that name a beneficiary and its bank account in the calls about beneficiaries. */
import type { Beneficiary, BeneficiaryStatus } from "#beneficiaries";
import { optional, refusing, together } from "#http";
import { formatV2Time } from "#webhooks";
import {
  ACCOUNT_LENGTH_MAX,
  ACCOUNT_LENGTH_MIN,
  accountSchema,
  BENEFICIARY_ID_LENGTH_MAX,
  ifscSchema,
  isAccountText,
  isBeneficiaryId,
  judgeIfsc,
} from "./read-payee.ts";
import { invalid, type V2Refusals } from "./refusals.ts";
import { textRule } from "./rules.ts";
import { beneficiaryIdSchema } from "./schemas.ts";
import type { Written } from "./transfers.ts";

export const idRefusals = {
  id_missing: invalid("beneficiary_id_missing", "beneficiary_id is missing in the request"),
  id_long: invalid(
    "beneficiary_id_length_exceeded",
    "beneficiary_id : should not be more than 50 characters long. value received: {value}",
  ),
  id_invalid: invalid(
    "beneficiary_id_invalid",
    "beneficiary_id : should contain only letters, numbers, hyphen, underscore, pipe, and dot. Value received: {value}",
  ),
} as const satisfies V2Refusals;

export const accountRefusals = {
  account_missing: invalid(
    "bank_account_number_missing",
    "bank_account_number: should be provided with the request if bank_ifsc is provided",
  ),
  account_long: invalid(
    "bank_account_number_length_exceeded",
    "bank_account_number : should not be more than 25 characters long. value received: {value}",
  ),
  account_short: invalid(
    "bank_account_number_length_short",
    "bank_account_number : should not be less than 4 characters long. value received: {value}",
  ),
  account_invalid: invalid(
    "bank_account_number_invalid",
    "bank_account_number : should be alphanumeric. value received: {value}",
  ),
  ifsc_missing: invalid(
    "bank_ifsc_missing",
    "bank_ifsc : should be provided with the request if bank_account_number is provided",
  ),
  ifsc_invalid: invalid(
    "bank_ifsc_invalid",
    "bank_ifsc : please provide a valid IFSC. value received: {value}",
  ),
} as const satisfies V2Refusals;

export const beneficiaryNotFound = invalid("beneficiary_not_found", "Beneficiary does not exist", 404);

type OfId = keyof typeof idRefusals;
type OfAccount = keyof typeof accountRefusals;

const idRule = textRule(beneficiaryIdSchema, (text) => {
  if (text.length > BENEFICIARY_ID_LENGTH_MAX) return { problem: "too_long" };
  return isBeneficiaryId(text) ? text : { problem: "wrong" };
});

/** The ID of a beneficiary. */
export const idField = refusing(idRule, {
  missing: "id_missing",
  too_long: "id_long",
  wrong: "id_invalid",
} satisfies Record<string, OfId>);

/** The ID of a beneficiary, which may be absent. */
export const idFieldIfAny = refusing(optional(idRule), {
  too_long: "id_long",
  wrong: "id_invalid",
} satisfies Record<string, OfId>);

/** Returns the refusal of an account number, or null. */
function judgeAccount(account: string): OfAccount | null {
  if (account.length > ACCOUNT_LENGTH_MAX) return "account_long";
  if (account.length < ACCOUNT_LENGTH_MIN) return "account_short";
  return isAccountText(account) ? null : "account_invalid";
}

/** A bank account, number and IFSC together, or undefined if neither is present. */
export const accountFields = (description?: string) =>
  together(
    {
      bank_account_number: refusing(
        optional(textRule({ ...accountSchema, ...(description === undefined ? {} : { description }) })),
        { wrong: "account_invalid" satisfies OfAccount },
      ),
      bank_ifsc: refusing(optional(textRule(ifscSchema)), { wrong: "ifsc_invalid" satisfies OfAccount }),
    },
    ({ bank_account_number: accountNumber, bank_ifsc: ifsc }) => {
      if (accountNumber === undefined && ifsc === undefined) return { value: undefined };
      if (accountNumber === undefined) return { problem: "account_missing" satisfies OfAccount };
      const problem = judgeAccount(accountNumber);
      if (problem !== null) return { problem, given: accountNumber };
      if (ifsc === undefined) return { problem: "ifsc_missing" satisfies OfAccount };
      const judged = judgeIfsc(ifsc, "ifsc_invalid" satisfies OfAccount);
      return typeof judged === "string" ? { value: { accountNumber, ifsc: judged } } : judged;
    },
  );

const STATUSES: Readonly<Record<BeneficiaryStatus, string>> = {
  verified: "VERIFIED",
  invalid: "INVALID",
  awaiting_approval: "INITIATED",
};

/** Writes a beneficiary in the fields of the v2 contract: unknown fields are absent. */
export function writeBeneficiary(beneficiary: Beneficiary, { isDeleted = false } = {}): Written {
  const { accountNumber, ifsc, vpa, email, phone, city, state, pincode, address1, address2 } = beneficiary;
  const address = [address1, address2].filter((line) => line !== null).join(", ");
  return {
    beneficiary_id: beneficiary.beneId,
    beneficiary_name: beneficiary.name,
    beneficiary_instrument_details: {
      ...(accountNumber === null ? {} : { bank_account_number: accountNumber }),
      ...(ifsc === null ? {} : { bank_ifsc: ifsc, ifsc }),
      ...(vpa === null ? {} : { vpa }),
    },
    beneficiary_contact_details: {
      ...(email === null ? {} : { beneficiary_email: email }),
      ...(phone === null ? {} : { beneficiary_phone: phone, beneficiary_country_code: "+91" }),
      ...(address === "" ? {} : { beneficiary_address: address }),
      ...(city === null ? {} : { beneficiary_city: city }),
      ...(state === null ? {} : { beneficiary_state: state }),
      ...(pincode === null ? {} : { beneficiary_postal_code: pincode }),
    },
    beneficiary_status: isDeleted ? "DELETED" : STATUSES[beneficiary.status],
    added_on: formatV2Time(beneficiary.addedAt),
  };
}
