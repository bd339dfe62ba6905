/** Which rail and bank carry a transfer now, and why: a pure choice over facts, and the record of it. */
export { chooseRoute } from "./choose-route.ts";
export { decisionKey } from "./decision-key.ts";
export type {
  BankFacts,
  Candidate,
  Explanation,
  NoRoute,
  OrderRow,
  PayeeFacts,
  Route,
  RouteFacts,
  SkipReason,
} from "./facts.ts";
export { readDecisions } from "./read-decisions.ts";
export { type Decision, recordDecisions } from "./record-decisions.ts";
