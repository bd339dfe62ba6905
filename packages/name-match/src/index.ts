/** Decides whether two names belong to the same person or business: pure, with an explanation. */
export { matchNames, type NameMatch, type WordMatch } from "./match-names.ts";
export { isPayable, OUTCOMES, type MatchOutcome, SCORES } from "./outcome.ts";
