/** What comparing two names answers, from the best to the worst. */
export const OUTCOMES = [
  "direct_match",
  "good_partial_match",
  "moderate_match",
  "poor_match",
  "no_match",
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The public score of an outcome. */
export const SCORES: Readonly<Record<Outcome, number>> = {
  direct_match: 100,
  good_partial_match: 85,
  moderate_match: 61,
  poor_match: 55,
  no_match: 14,
};

/** Whether money may be sent on the strength of the outcome. */
export function isPayable(outcome: Outcome): boolean {
  return outcome === "direct_match" || outcome === "good_partial_match";
}

/** The worse of two outcomes. */
export function atMost(limit: Outcome, outcome: Outcome): Outcome {
  return OUTCOMES[Math.max(OUTCOMES.indexOf(limit), OUTCOMES.indexOf(outcome))]!;
}
