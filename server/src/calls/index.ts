/** The log of API calls: who called what, from where, and what became of it; kept for 30 days. */
export { OBJECT_KINDS, type CallObject, type CallToLog, type ObjectKind } from "./call.ts";
export { countGaps } from "./count-gaps.ts";
export {
  CALL_OUTCOMES,
  listCalls,
  type CallFilter,
  type CallOutcome,
  type LoggedCall,
} from "./list-calls.ts";
export { flushCalls, logCall } from "./log-call.ts";
export { KEPT_DAYS, pruneCalls, startPruning } from "./prune-calls.ts";
export { readLastUse, type LastUse } from "./read-last-use.ts";
