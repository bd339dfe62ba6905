/** Masks account numbers for views that leave no record that someone saw the whole number. */
import { endOf, shownOf } from "@vitaran/spreadsheets/shown-end";
import { SEAL_LENGTH } from "./vault.ts";

export { endOf, shownOf };

/** Returns all ends by which a number may be shown, however many zeros are written before it. */
export const endsOf = (number: string): string[] => [4, 2, 1].map((length) => number.slice(-length));

/** Returns what is shown of the last four characters of a sealed number, whose length is known without opening it. */
export const endOfSealed = (last4: string, sealed: Buffer): string =>
  last4.slice(-shownOf({ length: sealed.length - SEAL_LENGTH }));

/** Returns an end that is shown for a file, after plain letters, which every program shows alike. */
export const endInFile = (end: string): string => `XXXXXX${end}`;

/** Returns what of an account number is shown in a file. */
export const maskInFile = (number: string): string => endInFile(endOf(number));

/** Turns all but the last letters and digits into dots; the length and the signs stay to show slips. */
export function maskAll(number: string): string {
  const shown = shownOf(number.replaceAll(/[^\p{L}\p{N}]/gu, ""));
  let read = 0;
  const hide = (sign: string): string => (/[\p{L}\p{N}]/u.test(sign) && (read += 1) > shown ? "•" : sign);
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
