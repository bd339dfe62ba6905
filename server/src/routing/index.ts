/** Chooses the rail and bank of a transfer, with reasons: a pure choice over facts, and its record. */
export { bucketOf } from "./bucket-of.ts";
export { readPolicy } from "./check-policy.ts";
export { chooseRoute, RULES_VERSION } from "./choose-route.ts";
export { decisionKey, decisionText, freshText } from "./decision-key.ts";
export { RoutingError } from "./errors.ts";
export {
  SKIP_REASONS,
  type BankFacts,
  type Candidate,
  type Explanation,
  type NoRoute,
  type PayeeFacts,
  type Route,
  type RouteFacts,
  type SkipReason,
} from "./facts.ts";
export {
  DEFAULT_POLICY,
  storedPolicy,
  type StoredPolicy,
  type CostRow,
  type OrderRow,
  type Policy,
  type ShareRow,
} from "./policy.ts";
export { type Moment } from "./given.ts";
export { findFull } from "./find-full.ts";
export { passedOver } from "./passed-over.ts";
export { readDecisions } from "./read-decisions.ts";
export { listRoutingPolicies, readRoutingPolicies, type PolicyVersion } from "./read-policies.ts";
export { replayDecision, type Replay } from "./replay-decision.ts";
export { setRoutingPolicy } from "./set-routing-policy.ts";
export { PLAIN_ROUTING, readRouting, type Routing } from "./read-routing.ts";
export { type Decision, issueDecisions, recordDecisions } from "./record-decisions.ts";
export { SUCCESS_GOAL_BP } from "./success-goal.ts";
