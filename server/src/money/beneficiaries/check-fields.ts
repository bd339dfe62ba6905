/** Checks the format of each field that listed and unlisted payees share. */
import {
  containsCardNumber,
  ifscExists,
  isAddress,
  isEmail,
  isName,
  isPincode,
  isPlaceName,
  isVpaToKeep,
  parsePhone,
} from "#rails";
import { phoneOf, textOf } from "./clean-details.ts";
import type { PayeeInput } from "./details.ts";
import type { BeneficiaryErrorCode } from "./errors.ts";

export function isEmailToKeep(email: string | undefined): boolean {
  const text = textOf(email);
  return text !== null && isEmail(text) && !containsCardNumber(text);
}

export function isNameToKeep(name: string): boolean {
  const text = textOf(name);
  return text !== null && isName(text) && !containsCardNumber(text);
}

export function isPhone(phone: string | undefined): boolean {
  const text = phoneOf(phone);
  return text !== null && parsePhone(text) !== null;
}

/**
 * Checks bank account, VPA and address: each is valid or absent. Account number and IFSC come together, and
 * the IFSC exists.
 */
export function checkPaymentFields(
  input: PayeeInput,
  { isAccount }: { isAccount: (text: string) => boolean },
): BeneficiaryErrorCode | null {
  const accountNumber = textOf(input.accountNumber);
  const ifsc = textOf(input.ifsc);
  const vpa = textOf(input.vpa);
  if (accountNumber === null ? ifsc !== null : !isAccount(accountNumber)) return "account_invalid";
  if (ifsc === null ? accountNumber !== null : !ifscExists(ifsc)) return "ifsc_invalid";
  if (vpa !== null && !isVpaToKeep(vpa)) return "vpa_invalid";
  if (!isAddressToKeep(input.address1) || !isAddressToKeep(input.address2)) return "address_invalid";
  if (!isAbsentOr(isPlaceName, input.city)) return "city_invalid";
  if (!isAbsentOr(isPlaceName, input.state)) return "state_invalid";
  return isAbsentOr(isPincode, input.pincode) ? null : "pincode_invalid";
}

const isAddressToKeep = (given: string | undefined): boolean =>
  isAbsentOr((text) => isAddress(text) && !containsCardNumber(text), given);

function isAbsentOr(isRight: (text: string) => boolean, given: string | undefined): boolean {
  const text = textOf(given);
  return text === null || isRight(text);
}
