import { chooseRoute, RULES_VERSION } from "./choose-route.ts";
import { decisionKey } from "./decision-key.ts";
import type { Explanation, NoRoute, Route } from "./facts.ts";
import { factsOf, type Moment } from "./given.ts";

/** A decision made again. */
export interface Replay {
  /** False: by rules of another version, from which the same need not follow. */
  readonly comparable: boolean;
  /** The same to the last bit. */
  readonly same: boolean;
  readonly again: Route | NoRoute;
}

/**
 * Makes a stored decision again. With the policy and the snapshot that it names, and its own amount and moment, it is
 * the same to the last bit; with another policy it is what that one would have done. `bucket`: which share the transfer
 * belongs to, where the decision did not keep it.
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
