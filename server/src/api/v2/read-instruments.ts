/** Shapes of what is paid to, and of who is paid. */
import { containsCardNumber, isCardNumber, isName } from "#rails";

export const ACCOUNT_LENGTH_MIN = 4;
export const ACCOUNT_LENGTH_MAX = 25;
export const BENEFICIARY_ID_LENGTH_MAX = 50;

/** Letters and digits only; how many is another question. */
export const isAccountText = (text: string): boolean => /^[0-9A-Za-z]+$/.test(text);

/** An account number of 4 to 25 letters and digits. */
export const isAccount = (text: string): boolean =>
  isAccountText(text) && text.length >= ACCOUNT_LENGTH_MIN && text.length <= ACCOUNT_LENGTH_MAX;

/** Digits as they are grouped on cards. An id made by chance (a UUID, say) has no such groups. */
const GROUPED = /(?<![A-Za-z0-9])\d{4}([.|_-])(?:\d{4}\1\d{4}\1\d{1,4}|\d{6}\1\d{4,5})(?![A-Za-z0-9])/g;

/** The merchant's own id of a beneficiary: wider than in the classic contract, and no card number. */
export function isBeneficiaryId(text: string): boolean {
  if (!/^[A-Za-z0-9_.|-]{1,50}$/.test(text)) return false;
  // Longer runs of digits are common in ids and a card's by chance only.
  const runs = (text.match(/\d+/g) ?? []).filter((run) => run.length >= 13 && run.length <= 16);
  const groups = (text.match(GROUPED) ?? []).map((group) => group.replace(/\D/g, ""));
  return ![...runs, ...groups].some(isCardNumber);
}

export const isPayeeName = (text: string): boolean => isName(text) && !containsCardNumber(text);
