import { lookUpIfsc } from "./look-up-ifsc.ts";

/** The first letters of codes on no list: of the simulated banks, and of the accounts that fill a wallet. */
const INVENTED: ReadonlySet<string> = new Set(["MGDT", "HMSK", "PVSG", "JGNU", "VTRN"]);

/**
 * Returns true if an IFSC exists, letters in either case: it is on the list in force, known beside it, or of
 * a bank of the sandbox. A branch opened after the day of the list (`ifscEdition`) is not, until the list is
 * renewed.
 */
export function ifscExists(text: string): boolean {
  const found = lookUpIfsc(text);
  return found !== null && (found.valid || INVENTED.has(found.sponsorCode));
}
