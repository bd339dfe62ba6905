// The outcomes of comparing the given name with the name at the bank, and if the transfer can be paid in each case.
import { isPayable, matchNames, OUTCOMES, SCORES } from "./from-the-engine.ts";
import type { MatchOutcome } from "./from-the-engine.ts";

const words: Record<MatchOutcome, { outcome: string; meaning: string }> = {
  direct_match: { outcome: "Direct match", meaning: "Both names are the same" },
  good_partial_match: { outcome: "Good partial match", meaning: "The names differ only slightly" },
  moderate_match: { outcome: "Moderate partial match", meaning: "Only part of the name matches" },
  poor_match: { outcome: "Poor partial match", meaning: "Little of the name matches" },
  no_match: { outcome: "No match", meaning: "The names are different" },
};

export const nameMatches = OUTCOMES.map((outcome) => ({
  ...words[outcome],
  word: outcome.toUpperCase(),
  score: SCORES[outcome],
  paid: isPayable(outcome),
}));

const examples = [
  ["Words that sound alike", "Lakshmi Nair", "LAXMI NAIR"],
  ["A missing middle name", "Asha Rao", "ASHA VENKATA RAO"],
  ["An initial for the family name", "Asha R", "ASHA RAO"],
  ["An initial for the first name", "A Rao", "ASHA RAO"],
  ["A different family name", "Asha Rao", "ASHA SHARMA"],
  ["Legal forms of a business", "Ravi Traders Pvt Ltd", "RAVI TRADERS PRIVATE LIMITED"],
  ["A different trade", "Ravi Traders", "RAVI EXPORTS"],
] as const;

/** The engine's results for pairs of names that each differ in one way. */
export const nameExamples = examples.map(([difference, given, atBank]) => {
  const { outcome } = matchNames(given, atBank);
  return { difference, given, atBank, outcome: words[outcome].outcome, paid: isPayable(outcome) };
});
