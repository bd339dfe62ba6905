/** Masks account numbers for views that leave no record that someone saw the whole number. */

const TAIL = 4;

/** Returns the end of an account number for a file, after plain letters, which every program shows alike. */
export const maskInFile = (number: string): string => `XXXXXX${number.slice(-TAIL)}`;

/** Turns all but the last four letters and digits into dots; the length and the signs stay to show slips. */
export function maskAll(number: string): string {
  let read = 0;
  const hide = (sign: string): string => (/[\p{L}\p{N}]/u.test(sign) && (read += 1) > TAIL ? "•" : sign);
  return [...number].toReversed().map(hide).toReversed().join("");
}

/** Matches `<account>@<IFSC>.ifsc.npci`, by which UPI pays to an account, and similar texts. */
const VPA_OF_ACCOUNT = /([\w.-]+)(@[\w.-]*\.ifsc\.npci)/gi;

/** Masks the UPI IDs that are account numbers in a text, or a JSON text, except the end of the number. */
export const maskVpas = (text: string): string =>
  text.replace(VPA_OF_ACCOUNT, (_whole, number: string, handle: string) => maskAll(number) + handle);

/** Returns a copy of a JSON value in which such UPI IDs are masked in all texts. */
export const maskVpasIn = (value: unknown): unknown => JSON.parse(maskVpas(JSON.stringify(value)));

/** Masks one such UPI ID for a file. */
export const maskVpaInFile = (vpa: string): string =>
  vpa.replace(VPA_OF_ACCOUNT, (_whole, number: string, handle: string) => maskInFile(number) + handle);

/** Matches nine digits or more, or groups of four; the only letters beside them may be those of `account`. */
const WRITTEN =
  /(?<![\dA-Z])((?:a\/?c|acct?|account)?(?:no)?)(\d{9,}|\d{4}(?:[ -]\d{4})+[ -]\d{1,4})(?![\dA-Z])/gi;

/**
 * Masks what may be an account number in a bank's words, except its end. `known` are references, by which
 * people find a payment: they stay as they are.
 */
export function maskInWords(words: string, known: readonly (string | null)[] = []): string {
  return maskVpas(words).replace(WRITTEN, (run, before: string, digits: string) =>
    known.includes(run) ? run : before + maskAll(digits),
  );
}
