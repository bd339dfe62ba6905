import { lookUpIfsc } from "./look-up-ifsc.ts";

/** First letters of codes that are on no list: those of the simulated banks, and of the accounts that fill a wallet. */
const INVENTED: ReadonlySet<string> = new Set(["MGDT", "HMSK", "PVSG", "JGNU", "VTRN"]);

/**
 * Whether an IFSC exists, letters in either case: it is on the published list that we ship, or belongs to a bank of the
 * sandbox. A branch opened since the day of the list (`ifscEdition`) is refused until the list is renewed.
 */
export function ifscExists(text: string): boolean {
  const found = lookUpIfsc(text);
  return found !== null && (found.valid || INVENTED.has(found.sponsorCode));
}
