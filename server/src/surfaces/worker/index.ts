/** The background surface: all work that is done without being called. */
export { readSealing } from "./sealing.ts";
export { readMoments, type Due } from "./read-moments.ts";
export { startWorker, WORKERS } from "./workers.ts";
