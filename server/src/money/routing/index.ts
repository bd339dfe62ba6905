/** Chooses the rail and bank of a transfer, with reasons: a pure choice over facts, and its record. */
export { bucketOf, chooseRoute, findFull, passedOver } from "./choose-route.ts";
export {
  type CostRow,
  DEFAULT_POLICY,
  listRoutingPolicies,
  type OrderRow,
  type RoutingPolicy,
  type PolicyVersion,
  readPolicy,
  readRoutingPolicies,
  setRoutingPolicy,
  storedPolicy,
  type StoredPolicy,
  RoutingError,
} from "./policy.ts";
export {
  type RouteDecision,
  decisionKey,
  decisionText,
  freshText,
  issueDecisions,
  readDecisions,
  recordDecisions,
  replayDecision,
  DECISIONS,
} from "./decisions.ts";
export {
  SKIP_REASONS,
  type BankFacts,
  type Candidate,
  type RouteExplanation,
  type NoRoute,
  type Route,
  type RouteFacts,
} from "./facts.ts";
export { type Moment } from "./given.ts";
export { PLAIN_ROUTING, readRouting, type Routing } from "./read-routing.ts";
export { SUCCESS_GOAL_BP } from "./rank-banks.ts";
