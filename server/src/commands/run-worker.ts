/** `vitaran worker`: one of several background processes on one database. */
import { startWorker } from "#worker";
import { onStop } from "./on-stop.ts";
import { openEngine } from "./open-engine.ts";

/** Dispatches, enquires and delivers until it is stopped. */
export async function runWorker(): Promise<void> {
  const stopping = onStop();
  const engine = await openEngine();
  stopping.add("database", () => engine.close());
  const worker = await startWorker(engine.ctx);
  stopping.add("worker", () => worker.stop());
  engine.ctx.log.info({}, "the worker runs");
  await stopping.stopped;
}
