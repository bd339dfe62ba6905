/** Account numbers and bank codes as people write, copy and paste them. */

const BETWEEN = /[\s\u200b-\u200d\u2060\p{Pd}]/gu;

/** Removes the signs that only group letters and digits: "5010 0000-0001" becomes 501000000001. */
export const withoutSeparators = (text: string): string => text.replaceAll(BETWEEN, "");

/** A bank's own mask: "XX1191", "501XXXX1191", "****1191". */
const MASKED = /^X{2,}\d+$|X{4,}|[*•]{2,}/i;

/** Explains why a text is most likely not an account number, and what to do; null if it may be one. */
export function explainAccountText(text: string): string | null {
  if (MASKED.test(text)) return "The account number is masked. Write it in full.";
  if (/^[0-9O]*$/i.test(text) && /\d/.test(text) && /O/i.test(text))
    return "The account number has a letter O among its digits. Write a zero if that is meant.";
  if (/^0x\d+$/i.test(text))
    return "A program has put 0x before the account number. Write the account number as the bank has it.";
  return null;
}
