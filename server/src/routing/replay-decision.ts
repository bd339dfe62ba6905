import { chooseRoute, RULES_VERSION } from "./choose-route.ts";
import { decisionKey } from "./decision-key.ts";
import type { Explanation, NoRoute, Route } from "./facts.ts";
import { factsOf, type Moment } from "./given.ts";

/** A repeated decision. */
export interface Replay {
  /** False if it was made by rules of another version, so that the result may differ. */
  readonly comparable: boolean;
  /** True if the result is exactly the same. */
  readonly same: boolean;
  readonly again: Route | NoRoute;
}

/**
 * Repeats a stored decision. With the policy and snapshot that it names, and its own amount and time, the
 * result is exactly the same; with another policy it is what that policy would have done. `bucket` decides
 * the share if the decision did not store it.
 */
export function replayDecision(
  explanation: Explanation,
  moment: Moment,
  { bucket }: { bucket?: number } = {},
): Replay {
  const comparable = explanation.rule.endsWith(`@${RULES_VERSION}`);
  const facts = factsOf(explanation.given, moment);
  const again = chooseRoute(bucket === undefined ? facts : { ...facts, bucket });
  return {
    comparable,
    again,
    same: comparable && decisionKey(again.explanation) === decisionKey(explanation),
  };
}
