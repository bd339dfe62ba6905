/** Shapes of what is paid to, and of who is paid. */
import { containsCardNumber, isCardNumberAsId, isName } from "#rails";

export const ACCOUNT_LENGTH_MIN = 4;
export const ACCOUNT_LENGTH_MAX = 25;
export const BENEFICIARY_ID_LENGTH_MAX = 50;

/** Letters and digits only; how many is another question. */
export const isAccountText = (text: string): boolean => /^[0-9A-Za-z]+$/.test(text);

/** An account number of 4 to 25 letters and digits. */
export const isAccount = (text: string): boolean =>
  isAccountText(text) && text.length >= ACCOUNT_LENGTH_MIN && text.length <= ACCOUNT_LENGTH_MAX;

/** The merchant's own id of a beneficiary: wider than in the classic contract, and no card number. */
export const isBeneficiaryId = (text: string): boolean =>
  /^[A-Za-z0-9_.|-]{1,50}$/.test(text) && !isCardNumberAsId(text);

export const isPayeeName = (text: string): boolean => isName(text) && !containsCardNumber(text);
