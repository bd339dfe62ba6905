/** The background surface: all work that is done without being called. */
export { readSealing } from "./sealing.ts";
export { readMoments, type Due, startWorker, workFigures, WORKERS } from "./workers.ts";
