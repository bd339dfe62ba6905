/** The background surface: everything that works without being called. */
export { startWorker } from "./start-worker.ts";
