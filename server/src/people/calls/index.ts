/** The log of API calls, with caller, address and outcome, kept for 30 days. */
export { OBJECT_KINDS, type CallObject, type ObjectKind, flushCalls, logCall } from "./log-call.ts";
export { CALL_OUTCOMES, type CallFilter, countGaps, listCalls, readLastUse } from "./list-calls.ts";
export { callsWorker, KEPT_DAYS, pruneCalls } from "./prune-calls.ts";
export { PARTS_TO_ERASE as CALLS_TO_ERASE } from "./to-erase.ts";
