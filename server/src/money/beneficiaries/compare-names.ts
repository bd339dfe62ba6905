import { indicToLatin, withoutMarks } from "#lib/to-latin";
import { matchNames, type NameMatch } from "@vitaran/name-match";

const TAMIL = /[\u0b80-\u0bff]/;

/**
 * Compares two names, each in Latin letters or in one of the Indian scripts that can be read. Pure. Null:
 * they cannot be compared, because one has letters of another script or no letters. That says nothing about
 * the payee, and a person has to look. The same text is a match in every script.
 */
export function compareNames(given: string, atBank: string): NameMatch | null {
  const [one, other] = [given, atBank].map((name) => withoutMarks(indicToLatin(name))) as [string, string];
  if (isReadable(one) && isReadable(other)) {
    return matchNames(one, other, TAMIL.test(given) || TAMIL.test(atBank));
  }
  const same = matchNames(given, atBank);
  return same.outcome === "direct_match" && /\p{L}/u.test(given) ? same : null;
}

/** Returns true if the name has letters, all of them Latin. */
const isReadable = (name: string): boolean => /[a-z]/i.test(name) && !/[^\P{L}a-z]/iu.test(name);
