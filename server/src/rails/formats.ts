/**
 * The shapes of what merchants send about a payee, with the limits of the classic contract. Shape only:
 * whether an account, VPA or IFSC exists is another question.
 */

import { containsCardNumber } from "#lib/card-numbers";

const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;
const VPA = /^[A-Za-z0-9._-]+@[A-Za-z][A-Za-z0-9._]+$/;
/** An account by its IFSC, as UPI names it. RuPay cards have `@rupay.npci`. */
const OF_ACCOUNT = /^([A-Z0-9]+)@([A-Z]{4}0[A-Z0-9]{6})\.ifsc\.npci$/i;
const PLACE_NAME = /^[\p{L}\p{M} ]*\p{L}[\p{L}\p{M} ]*$/u;
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** 11 characters: bank, zero, branch (which may have letters). Upper-case a merchant's text first. */
export function isIfsc(text: string): boolean {
  return IFSC.test(text);
}

/** Account number of a beneficiary: 9 to 18 letters and digits. Text always, because leading zeros count. */
export function isAccountNumber(text: string): boolean {
  return /^[0-9A-Za-z]{9,18}$/.test(text);
}

/** Account number given with the transfer itself or in a batch row, where the contract allows 6 to 40. */
export function isInlineAccountNumber(text: string): boolean {
  return /^[0-9A-Za-z]{6,40}$/.test(text);
}

/** UPI address: at most 100 characters; hyphens only before the @. Compare in lower case. */
export function isVpa(text: string): boolean {
  return text.length <= 100 && VPA.test(text);
}

/**
 * The account that a VPA of the form `<account>@<IFSC>.ifsc.npci` pays to, in capitals; null: it names none. A mobile
 * number in a VPA is no account.
 */
export function accountOfVpa(vpa: string): { accountNumber: string; ifsc: string } | null {
  const [, accountNumber, ifsc] = OF_ACCOUNT.exec(vpa.trim().toUpperCase()) ?? [];
  return accountNumber === undefined || ifsc === undefined ? null : { accountNumber, ifsc };
}

/**
 * Whether a VPA may be kept: one with a card's number is not, while `<account>@<IFSC>.ifsc.npci` may look like one.
 */
export function isVpaToKeep(text: string): boolean {
  return isVpa(text) && (accountOfVpa(text) !== null || !containsCardNumber(text));
}

/** The longest phone number as people write it, with its blanks, hyphens and brackets. */
export const PHONE_LENGTH_MAX = 25;
/** The same for contracts, as far as a pattern can say it that every generator understands: no lookahead. */
export const PHONE_PATTERN =
  "^[ (]*(?:\\+91|0091)?[ ().-]*(?:[1-9][ ().-]*[0-9]|0[ ().-]*[1-9])[ ().-]*(?:[0-9][ ().-]*){6,10}$";
/** What people and address books put between digits: blanks, dots, brackets, hyphens and marks that are not seen. */
const BETWEEN_DIGITS = /[\s.()\p{Pd}\p{Cf}]/gu;

const bareNumber = (text: string): string =>
  text.normalize("NFKC").trim().replace(/^tel:/i, "").replaceAll(BETWEEN_DIGITS, "");

/**
 * An Indian phone number's 8 to 12 digits, however it is written: "+91 98765 43210", "0091-98765-43210", "(0) 98765
 * 43210" and "919876543210" are 9876543210. Null when it is none, or has the code of another country.
 */
export function parsePhone(text: string): string | null {
  if (text.length > PHONE_LENGTH_MAX) return null;
  const digits = bareNumber(text)
    .replace(/^(?:\+|00)91/, "")
    .replace(/^(?:0?91|0)(?=[1-9]\d{9}$)/, "");
  return /^\d{8,12}$/.test(digits) && !digits.startsWith("00") ? digits : null;
}

/** Whether a text is a phone number with the code of another country. */
export function isForeignPhone(text: string): boolean {
  return text.length <= PHONE_LENGTH_MAX && /^(?:\+|00)(?!91)[1-9]\d{6,14}$/.test(bareNumber(text));
}

/** Whether a phone number (as `parsePhone` answers it) is an Indian mobile's: wallets need one. */
export function isIndianMobile(phone: string): boolean {
  return /^(?:91|0)?[6-9]\d{9}$/.test(phone);
}

/** E-mail address: at most 200 characters, one @ and a dot. Only delivery shows whether it is real. */
export function isEmail(text: string): boolean {
  return (
    text.length <= 200 &&
    /^[^\s@"<>,;]+@[^\s@"<>,;]+$/.test(text) &&
    text.includes(".") &&
    !CONTROL.test(text)
  );
}

/** Name of a payee: at most 100 characters, something to read in it, no control characters. */
export function isName(text: string): boolean {
  return text.length <= 100 && /[\p{L}\p{N}]/u.test(text) && !CONTROL.test(text);
}

/** One line of an address: at most 150 characters, not blank, no control characters. */
export function isAddress(text: string): boolean {
  return text.length <= 150 && text.trim() !== "" && !CONTROL.test(text);
}

/** City or state: at most 50 letters and blanks, and no card number. */
export function isPlaceName(text: string): boolean {
  // Chinese numerals are letters.
  return text.length <= 50 && PLACE_NAME.test(text) && !containsCardNumber(text);
}

/** Postal code: 6 digits. */
export function isPincode(text: string): boolean {
  return /^\d{6}$/.test(text);
}

/** Remarks: at most 70 letters, digits and blanks, or nothing. */
export function isRemarks(text: string): boolean {
  return text.length <= 70 && /^[A-Za-z0-9\s]*$/.test(text);
}
