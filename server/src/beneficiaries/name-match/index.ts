/** Whether two names are one person's or one business's: pure, and able to say why. */
export { compareNames } from "./compare-names.ts";
export type { NameMatch, WordMatch } from "./match-names.ts";
export { isPayable, type Outcome } from "./outcome.ts";
