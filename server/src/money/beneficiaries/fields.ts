/** Cleans the fields of payees, and checks the format of each field that listed and unlisted payees share. */
import {
  accountOfVpa,
  type BankAccount,
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
import { type Details, NAMELESS, type PayeeInput } from "./details.ts";
import type { BeneficiaryErrorCode } from "./errors.ts";

/** Converts checked details into the form in which they are stored. */
export function cleanDetails(input: PayeeInput): Details {
  return {
    name: textOf(input.name) ?? NAMELESS.wallet,
    email: textOf(input.email),
    phone: phoneOf(input.phone),
    accountNumber: textOf(input.accountNumber)?.toUpperCase() ?? null,
    ifsc: textOf(input.ifsc)?.toUpperCase() ?? null,
    vpa: textOf(input.vpa),
    address1: textOf(input.address1),
    address2: textOf(input.address2),
    city: textOf(input.city),
    state: textOf(input.state),
    pincode: textOf(input.pincode),
    cardToken: input.cardToken ?? null,
  };
}

/** Returns the trimmed text, or null if there is none. */
export function textOf(given: string | undefined): string | null {
  const text = given?.trim() ?? "";
  return text === "" ? null : text;
}

/** Returns an Indian phone number's digits, or the unchanged text if it is not a phone number. */
export function phoneOf(given: string | undefined): string | null {
  const text = textOf(given);
  return text === null ? null : (parsePhone(text) ?? text);
}

/** Returns the text whose blind index finds a bank account. */
export function accountText(accountNumber: string, ifsc: string): string {
  return `${accountNumber.trim().toUpperCase()}|${ifsc.trim().toUpperCase()}`;
}

/** Returns the accounts that details name, by a number and by a UPI ID. */
export function accountsOf({ accountNumber, ifsc, vpa }: Details): BankAccount[] {
  const given = accountNumber !== null && ifsc !== null ? [{ accountNumber, ifsc }] : [];
  return [...given, accountOfVpa(vpa ?? "") ?? []].flat();
}

/** Returns the account that details name, by its number or by a UPI ID. */
export const accountOf = (details: Details): BankAccount | null => accountsOf(details)[0] ?? null;

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
