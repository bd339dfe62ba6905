/** Decides whether two names belong to the same person or business: pure, with an explanation. */
export { compareNames } from "./compare-names.ts";
export type { NameMatch, WordMatch } from "./match-names.ts";
export { isPayable, type Outcome } from "./outcome.ts";
