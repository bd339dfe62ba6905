/** Answers what the operator of an installation asks a running process. */
export { listMetrics } from "./list-metrics.ts";
export { measureCalls } from "./measure-calls.ts";
export { mountMonitoring, type ProcessRole } from "./mount-monitoring.ts";
export { serveWorker } from "./serve-worker.ts";
