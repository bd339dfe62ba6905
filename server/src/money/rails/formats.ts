/**
 * The formats of what merchants send about a payee, with the limits of the classic contract. They do not
 * check whether an account, VPA or IFSC exists.
 */

import { containsCardNumber } from "#lib/card-numbers";

const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;
const VPA = /^[A-Za-z0-9._-]+@[A-Za-z][A-Za-z0-9._]+$/;
/** An account by its IFSC, as UPI names it. RuPay cards have `@rupay.npci`. */
const OF_ACCOUNT = /^([A-Z0-9]+)@([A-Z]{4}0[A-Z0-9]{6})\.ifsc\.npci$/i;
const PLACE_NAME = /^[\p{L}\p{M} ]*\p{L}[\p{L}\p{M} ]*$/u;
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** An account at a bank of India. */
export interface BankAccount {
  readonly accountNumber: string;
  readonly ifsc: string;
}

/** Checks 11 characters: bank, zero, branch (may have letters). Upper-case a merchant's text first. */
export function isIfsc(text: string): boolean {
  return IFSC.test(text);
}

/** Checks a beneficiary's account number: 9 to 18 letters and digits; text, because leading zeros count. */
export function isAccountNumber(text: string): boolean {
  return /^[0-9A-Za-z]{9,18}$/.test(text);
}

/** Checks an account number in a transfer itself or in a batch row, where the contract allows 6 to 40. */
export function isInlineAccountNumber(text: string): boolean {
  return /^[0-9A-Za-z]{6,40}$/.test(text);
}

/** Checks a UPI ID: at most 100 characters; hyphens only before the @. Compare in lower case. */
export function isVpa(text: string): boolean {
  return text.length <= 100 && VPA.test(text);
}

/**
 * Returns the account that a VPA of the form `<account>@<IFSC>.ifsc.npci` pays to, in capitals; null if it
 * names none. A mobile number in a VPA is not an account.
 */
export function accountOfVpa(vpa: string): BankAccount | null {
  const [, accountNumber, ifsc] = OF_ACCOUNT.exec(vpa.trim().toUpperCase()) ?? [];
  return accountNumber === undefined || ifsc === undefined ? null : { accountNumber, ifsc };
}

/** Returns true if a VPA may be stored: no card number, except in `<account>@<IFSC>.ifsc.npci`. */
export function isVpaToKeep(text: string): boolean {
  return isVpa(text) && (accountOfVpa(text) !== null || !containsCardNumber(text));
}

/** The longest phone number as people write it, with its blanks, hyphens and brackets. */
export const PHONE_LENGTH_MAX = 25;
/** The same as a pattern for contracts, without lookahead, so that every generator understands it. */
export const PHONE_PATTERN =
  "^[ (]*(?:\\+91|0091)?[ ().-]*(?:[1-9][ ().-]*[0-9]|0[ ().-]*[1-9])[ ().-]*(?:[0-9][ ().-]*){6,10}$";
/** Signs that people and address books put between digits: blanks, dots, brackets, hyphens, unseen marks. */
const BETWEEN_DIGITS = /[\s.()\p{Pd}\p{Cf}]/gu;

const bareNumber = (text: string): string =>
  text.normalize("NFKC").trim().replace(/^tel:/i, "").replaceAll(BETWEEN_DIGITS, "");

/**
 * Returns an Indian phone number's 8 to 12 digits, however it is written: "+91 98765 43210",
 * "0091-98765-43210", "(0) 98765 43210" and "919876543210" are 9876543210. Null if it is none or from another
 * country.
 */
export function parsePhone(text: string): string | null {
  if (text.length > PHONE_LENGTH_MAX) return null;
  const digits = bareNumber(text)
    .replace(/^(?:\+|00)91/, "")
    .replace(/^(?:0?91|0)(?=[1-9]\d{9}$)/, "");
  return /^\d{8,12}$/.test(digits) && !digits.startsWith("00") ? digits : null;
}

/** Returns true for a phone number with the code of another country. */
export function isForeignPhone(text: string): boolean {
  return text.length <= PHONE_LENGTH_MAX && /^(?:\+|00)(?!91)[1-9]\d{6,14}$/.test(bareNumber(text));
}

/** Returns true if a phone number (from `parsePhone`) is an Indian mobile's, which wallets need. */
export function isIndianMobile(phone: string): boolean {
  return /^(?:91|0)?[6-9]\d{9}$/.test(phone);
}

/** Checks an e-mail address: at most 200 characters, one @ and a dot. Only delivery shows if it is real. */
export function isEmail(text: string): boolean {
  return (
    text.length <= 200 &&
    /^[^\s@"<>,;]+@[^\s@"<>,;]+$/.test(text) &&
    text.includes(".") &&
    !CONTROL.test(text)
  );
}

/** Checks the name of a payee: at most 100 characters, some of them readable, no control characters. */
export function isName(text: string): boolean {
  return text.length <= 100 && /[\p{L}\p{N}]/u.test(text) && !CONTROL.test(text);
}

/** Checks one line of an address: at most 150 characters, not blank, no control characters. */
export function isAddress(text: string): boolean {
  return text.length <= 150 && text.trim() !== "" && !CONTROL.test(text);
}

/** Checks a city or state: at most 50 letters and blanks, and no card number. */
export function isPlaceName(text: string): boolean {
  // Chinese numerals count as letters.
  return text.length <= 50 && PLACE_NAME.test(text) && !containsCardNumber(text);
}

/** Checks a postal code: 6 digits. */
export function isPincode(text: string): boolean {
  return /^\d{6}$/.test(text);
}

/** Checks remarks: at most 70 letters, digits and blanks, or nothing. */
export function isRemarks(text: string): boolean {
  return text.length <= 70 && /^[A-Za-z0-9\s]*$/.test(text);
}
