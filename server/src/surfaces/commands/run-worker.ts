/** `vitaran worker`: one of several background processes on one database. */
import { startWorker } from "#worker";
import { openEngine } from "./open-engine.ts";
import { runUntilStopped } from "./run-until-stopped.ts";

/** Dispatches, enquires and delivers until it is stopped. */
export function runWorker(): Promise<void> {
  return runUntilStopped(async (stopping) => {
    const engine = await openEngine();
    stopping.add("database", () => engine.close());
    const worker = await startWorker(engine.ctx);
    stopping.add("worker", () => worker.stop());
    engine.ctx.log.info({}, "the worker runs");
  });
}
