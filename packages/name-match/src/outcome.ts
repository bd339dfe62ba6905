/** The outcomes of comparing two names, from best to worst. */
export const OUTCOMES = [
  "direct_match",
  "good_partial_match",
  "moderate_match",
  "poor_match",
  "no_match",
] as const;
export type MatchOutcome = (typeof OUTCOMES)[number];

/** The public score of an outcome. */
export const SCORES: Readonly<Record<MatchOutcome, number>> = {
  direct_match: 100,
  good_partial_match: 85,
  moderate_match: 61,
  poor_match: 55,
  no_match: 14,
};

/** Returns true if the outcome is good enough to send money. */
export function isPayable(outcome: MatchOutcome): boolean {
  return outcome === "direct_match" || outcome === "good_partial_match";
}

/** Returns the worse of two outcomes. */
export function atMost(limit: MatchOutcome, outcome: MatchOutcome): MatchOutcome {
  return OUTCOMES[Math.max(OUTCOMES.indexOf(limit), OUTCOMES.indexOf(outcome))]!;
}
