/** The background surface: all work that is done without being called. */
export { readSealing } from "./start-sealing.ts";
export { readMoments, type Due } from "./read-moments.ts";
export { startWorker } from "./start-worker.ts";
export { WORKERS, type Worker } from "./workers.ts";
