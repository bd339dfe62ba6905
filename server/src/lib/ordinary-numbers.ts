/**
 * Numbers of several groups that stand in the addresses, notes and remarks of honest people. Beside others they are as
 * long as a card's, and one in ten of that length passes its check. Shapes are written with one blank between groups.
 */

/** Of India: ten digits from 6 on, in one group or two of five, with or without 91 or 0. */
const MOBILE = "(?:(?:91|0) ?)?[6-9]\\d{4} ?\\d{5}";
/** With its area code. */
const LANDLINE = "0\\d{2,4} \\d{6,8}";
const DAY = "[0-3]?\\d [01]?\\d (?:19|20)\\d\\d|(?:19|20)\\d\\d [01]?\\d [0-3]?\\d";
/** 2026-27 */
const FINANCIAL_YEAR = Array.from({ length: 40 }, (_, year) => `20${10 + year} ${11 + year}`).join("|");

const ORDINARY = new RegExp(`(?<!\\d)(?:${MOBILE}|${LANDLINE}|${DAY}|${FINANCIAL_YEAR})(?!\\d)`);

/** Groups of digits without the phone numbers, days and years among them: what stands before, between and after. */
export function withoutOrdinaryNumbers(groups: readonly string[]): string[][] {
  return groups
    .join(" ")
    .split(ORDINARY)
    .map((part) => part.trim().split(" "));
}
