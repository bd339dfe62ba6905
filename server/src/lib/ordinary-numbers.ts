/**
 * Ordinary numbers of several groups in addresses, notes and remarks. Beside others they are as long as a
 * card number, and one in ten of that length passes its check. The patterns have one blank between groups.
 */

/** An Indian mobile number: ten digits from 6 on, in one group or two of five, with or without 91 or 0. */
const MOBILE = "(?:(?:91|0) ?)?[6-9]\\d{4} ?\\d{5}";
/** A landline number with its area code. */
const LANDLINE = "0\\d{2,4} \\d{6,8}";
const DAY = "[0-3]?\\d [01]?\\d (?:19|20)\\d\\d|(?:19|20)\\d\\d [01]?\\d [0-3]?\\d";
/** A financial year such as 2026-27. */
const FINANCIAL_YEAR = Array.from({ length: 40 }, (_, year) => `20${10 + year} ${11 + year}`).join("|");

const ORDINARY = new RegExp(`(?<!\\d)(?:${MOBILE}|${LANDLINE}|${DAY}|${FINANCIAL_YEAR})(?!\\d)`);

/** Returns the groups before, between and after the phone numbers, days and years among them. */
export function withoutOrdinaryNumbers(groups: readonly string[]): string[][] {
  return groups
    .join(" ")
    .split(ORDINARY)
    .map((part) => part.trim().split(" "));
}
