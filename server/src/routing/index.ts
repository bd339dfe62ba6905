/** Which rail and bank carry a transfer now, and why: a pure choice over facts, and the record of it. */
export { bucketOf } from "./bucket-of.ts";
export { chooseRoute } from "./choose-route.ts";
export { decisionKey } from "./decision-key.ts";
export type {
  BankFacts,
  Candidate,
  Explanation,
  NoRoute,
  PayeeFacts,
  Route,
  RouteFacts,
  SkipReason,
} from "./facts.ts";
export { DEFAULT_POLICY, type CostRow, type OrderRow, type Policy, type ShareRow } from "./policy.ts";
export { findFull } from "./find-full.ts";
export { passedOver } from "./passed-over.ts";
export { readDecisions } from "./read-decisions.ts";
export { PLAIN_ROUTING, readRouting, type Routing } from "./read-routing.ts";
export { type Decision, recordDecisions } from "./record-decisions.ts";
