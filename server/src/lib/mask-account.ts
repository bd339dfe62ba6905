/** Account numbers as people may see them who have left no record that they saw the whole. */

const TAIL = 4;

/** The end of an account number, for a file: plain letters, which every program shows alike. */
export const maskInFile = (number: string): string => `XXXXXX${number.slice(-TAIL)}`;

/** Letters and digits become dots but for the last four: the length and the signs stay, by which a slip is seen. */
export function maskAll(number: string): string {
  let read = 0;
  const hide = (sign: string): string => (/[\p{L}\p{N}]/u.test(sign) && (read += 1) > TAIL ? "•" : sign);
  return [...number].toReversed().map(hide).toReversed().join("");
}

/** `<account>@<IFSC>.ifsc.npci`, by which UPI pays to an account, and what is written like it. */
const VPA_OF_ACCOUNT = /([\w.-]+)(@[\w.-]*\.ifsc\.npci)/gi;

/** A text, or a JSON text, in which UPI IDs that are account numbers are cut to the number's end. */
export const maskVpas = (text: string): string =>
  text.replace(VPA_OF_ACCOUNT, (_whole, number: string, handle: string) => maskAll(number) + handle);

/** A copy of what can be written as JSON, with the same masked in all its texts. */
export const maskVpasIn = (value: unknown): unknown => JSON.parse(maskVpas(JSON.stringify(value)));

/** The same of one UPI ID, for a file. */
export const maskVpaInFile = (vpa: string): string =>
  vpa.replace(VPA_OF_ACCOUNT, (_whole, number: string, handle: string) => maskInFile(number) + handle);

/** Nine digits and more in a row, or in groups of four; letters stand beside them only where they say `account`. */
const WRITTEN =
  /(?<![\dA-Z])((?:a\/?c|acct?|account)?(?:no)?)(\d{9,}|\d{4}(?:[ -]\d{4})+[ -]\d{1,4})(?![\dA-Z])/gi;

/**
 * Words of a bank, with what may be an account number in them cut to its end. `known` are numbers that are none:
 * references, by which people find a payment.
 */
export function maskInWords(words: string, known: readonly (string | null)[] = []): string {
  return maskVpas(words).replace(WRITTEN, (run, before: string, digits: string) =>
    known.includes(run) ? run : before + maskAll(digits),
  );
}
