/** The background surface: everything that works without being called. */
export { readSealing } from "./start-sealing.ts";
export { startWorker } from "./start-worker.ts";
