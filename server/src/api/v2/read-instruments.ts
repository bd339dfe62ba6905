/** Checks the forms of instruments, beneficiary IDs and names. */
import { containsCardNumber, isCardNumberAsId, isName } from "#rails";

export const ACCOUNT_LENGTH_MIN = 4;
export const ACCOUNT_LENGTH_MAX = 25;
export const BENEFICIARY_ID_LENGTH_MAX = 50;

/** True if the text has only letters and digits; its length is checked elsewhere. */
export const isAccountText = (text: string): boolean => /^[0-9A-Za-z]+$/.test(text);

/** True for an account number of 4 to 25 letters and digits. */
export const isAccount = (text: string): boolean =>
  isAccountText(text) && text.length >= ACCOUNT_LENGTH_MIN && text.length <= ACCOUNT_LENGTH_MAX;

/** True for a merchant's ID of a beneficiary: wider than in the classic contract, and not a card number. */
export const isBeneficiaryId = (text: string): boolean =>
  /^[A-Za-z0-9_.|-]{1,50}$/.test(text) && !isCardNumberAsId(text);

export const isPayeeName = (text: string): boolean => isName(text) && !containsCardNumber(text);
