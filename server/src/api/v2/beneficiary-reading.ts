/** Reads the fields that name a beneficiary and its bank account in the calls about beneficiaries. */
import { containsCardNumber, explainUnpayable, ifscExists } from "#rails";
import { readText, type Fields } from "./fields.ts";
import {
  ACCOUNT_LENGTH_MAX,
  ACCOUNT_LENGTH_MIN,
  BENEFICIARY_ID_LENGTH_MAX,
  isAccountText,
  isBeneficiaryId,
} from "./read-instruments.ts";
import { invalid, Refused, shown, type Refusal, type Refusals } from "./refusals.ts";

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
} as const satisfies Refusals;

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
} as const satisfies Refusals;

export const beneficiaryNotFound = invalid("beneficiary_not_found", "Beneficiary does not exist", 404);

const refuse = (refusal: Refusal, value: string): Refused =>
  new Refused(refusal, { values: { value: shown(value, containsCardNumber) } });

/** Returns the same refusal with the error of this code, if its form is right. */
export const ofIfsc = (refusal: Refusal, ifsc: string): Refusal => ({
  ...refusal,
  message: explainUnpayable(ifsc) ?? refusal.message,
});

/** Returns the ID of a beneficiary, or undefined if absent. */
export function readBeneficiaryId(fields: Fields): string | undefined {
  const id = readText(fields, "beneficiary_id", { refusal: idRefusals.id_invalid });
  if (id === undefined) return undefined;
  if (id.length > BENEFICIARY_ID_LENGTH_MAX) throw refuse(idRefusals.id_long, id);
  if (!isBeneficiaryId(id)) throw refuse(idRefusals.id_invalid, id);
  return id;
}

/** Returns the ID of a beneficiary; it must be present. */
export function requireBeneficiaryId(fields: Fields): string {
  const id = readBeneficiaryId(fields);
  if (id === undefined) throw new Refused(idRefusals.id_missing);
  return id;
}

/** Returns a bank account, number and IFSC together, or undefined if neither is present. */
export function readBankAccount(fields: Fields): { accountNumber: string; ifsc: string } | undefined {
  const account = readText(fields, "bank_account_number", { refusal: accountRefusals.account_invalid });
  const ifsc = readText(fields, "bank_ifsc", { refusal: accountRefusals.ifsc_invalid });
  if (account === undefined && ifsc === undefined) return undefined;
  if (account === undefined) throw new Refused(accountRefusals.account_missing);
  if (account.length > ACCOUNT_LENGTH_MAX) throw refuse(accountRefusals.account_long, account);
  if (account.length < ACCOUNT_LENGTH_MIN) throw refuse(accountRefusals.account_short, account);
  if (!isAccountText(account)) throw refuse(accountRefusals.account_invalid, account);
  if (ifsc === undefined) throw new Refused(accountRefusals.ifsc_missing);
  if (!ifscExists(ifsc)) throw refuse(ofIfsc(accountRefusals.ifsc_invalid, ifsc), ifsc);
  return { accountNumber: account, ifsc: ifsc.toUpperCase() };
}
