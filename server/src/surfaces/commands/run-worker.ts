/** `vitaran worker`: one of several background processes on one database. */
import { keepBackups } from "#backups";
import { hearQuietCallers } from "#lib/quiet-callers";
import { serveWorker } from "#monitoring";
import { startWorker } from "#worker";
import { openEngine } from "./open-engine.ts";
import { runUntilStopped } from "./run-until-stopped.ts";

/** Dispatches, enquires and delivers until it is stopped. */
export function runWorker(): Promise<void> {
  return runUntilStopped(async (stopping) => {
    const engine = await openEngine();
    stopping.add("database", () => engine.close());
    const backups = keepBackups(engine.ctx, engine.ownerUrl);
    stopping.add("backup", () => backups.stop(), backups.shut);
    const stopHearing = await hearQuietCallers(engine.ctx);
    stopping.add("listener for quiet callers", stopHearing);
    const worker = await startWorker(engine.ctx);
    stopping.add("worker", () => worker.stop());
    const served = await serveWorker(engine.ctx);
    stopping.add("port of the worker", () => served.close());
    engine.ctx.log.info({ port: served.port }, "the worker runs");
  });
}
