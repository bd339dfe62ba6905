/**
 * `npm start`: the whole product in one process, with a demo merchant that can pay. The bank simulator is its child,
 * which ends when the process ends, and never earlier.
 */
import { join } from "node:path";
import { keepBackups } from "#backups";
import { makePause, startDemo } from "#demo";
import type { Config } from "#lib/config";
import { endWaiting } from "#transfers";
import { startWorker } from "#worker";
import { startWebBuild } from "./build-web.ts";
import { openEngine } from "./open-engine.ts";
import { printScreen } from "./print-result.ts";
import { runUntilStopped, type Stopping } from "./run-until-stopped.ts";
import { serveHttp } from "./serve-http.ts";
import { startSimulator } from "./start-simulator.ts";
import { readCommandConfig } from "./terminal.ts";

/** Starts everything, prints one screen and runs until it gets a signal or one of its parts stops. */
export async function start(): Promise<void> {
  const config = readCommandConfig();
  await runUntilStopped((stopping) => startAll(config, stopping));
}

async function startAll(config: Config, stopping: Stopping): Promise<void> {
  const build = startWebBuild({ apart: true });
  const building = build?.done ?? null;
  // Awaited last: until then the API serves, and pages wait.
  building?.catch(() => undefined);
  if (build !== null) stopping.add("build of the web front", async () => build.stop(), build.stop);
  const engine = await openEngine(config);
  stopping.add("database", () => engine.close());
  const { ctx } = engine;
  const simulator =
    config.mode === "sandbox"
      ? await startSimulator(join(config.dataDir, "bank-simulator"), {
          log: ctx.log,
          secret: config.simulatorSecret,
        })
      : null;
  if (simulator !== null) stopping.add("bank simulator", () => simulator.stop());
  const pause = makePause();
  const backups = keepBackups(ctx, engine.ownerUrl);
  stopping.add("backup", () => backups.stop(), backups.shut);
  const worker = await startWorker(ctx);
  stopping.add(
    "worker",
    () => worker.stop(),
    () => endWaiting(ctx),
  );
  const served = await serveHttp(ctx, simulator?.url ?? null, { pause, building });
  stopping.add("HTTP server", () => served.close(), served.shut);
  const ownUrl = config.publicUrl ?? `http://localhost:${served.port}`;
  const demo =
    simulator === null
      ? null
      : await startDemo(ctx, {
          simulatorUrl: simulator.url,
          ownUrl: `http://127.0.0.1:${served.port}`,
          baseUrl: ownUrl,
          pause,
        });
  if (demo !== null) stopping.add("demo", () => demo.stop());
  const { file = null, isWritten = true } = demo ?? {};
  const shown = { url: ownUrl, demo: file, demoIsWritten: isWritten, dataDir: config.dataDir };
  printScreen({ ...shown, isBuilding: build !== null });
  await building;
}
