/** The log of API calls, with caller, address and outcome, kept for 30 days. */
export { OBJECT_KINDS, type CallObject, type CallToLog, type ObjectKind } from "./call.ts";
export {
  CALL_OUTCOMES,
  type CallFilter,
  type CallOutcome,
  countGaps,
  type LastUse,
  listCalls,
  type LoggedCall,
  readLastUse,
} from "./list-calls.ts";
export { flushCalls, logCall } from "./log-call.ts";
export { callsWorker, KEPT_DAYS, pruneCalls } from "./prune-calls.ts";
