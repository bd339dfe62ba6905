/**
 * `npm start`: the whole product in one process, with a demo merchant that can pay. The bank simulator is its child,
 * which ends when the process ends, and never earlier.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makePause, startDemo } from "#demo";
import type { Config } from "#lib/config";
import { keepRunning } from "#lib/keep-running";
import type { Logger } from "#lib/log";
import { holdPort } from "#lib/own-ports";
import { setSimulatorSecret } from "#sandbox";
import { endWaiting } from "#transfers";
import { startWorker } from "#worker";
import { startWebBuild } from "./build-web.ts";
import { openEngine } from "./open-engine.ts";
import { printScreen } from "./print-result.ts";
import { runUntilStopped, type Stopping } from "./run-until-stopped.ts";
import { serveHttp } from "./serve-http.ts";
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

const MAIN = fileURLToPath(new URL("../../../../bank-simulator/src/main.ts", import.meta.url));
const START_WITHIN_MS = 15_000;

interface SimulatorProcess {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts the simulator, and restarts it on the same port whenever it ends by itself; its books are stored in
 * `dataDir`, so that it then knows every debit. Its controls require the secret (`SIMULATOR_SECRET`), which
 * is generated if none was given.
 */
async function startSimulator(
  dataDir: string,
  { log, secret: given }: { log: Logger; secret: string | null },
): Promise<SimulatorProcess> {
  const secret = given ?? randomBytes(32).toString("base64url");
  setSimulatorSecret(secret);
  const first = await startProcess({ dataDir, secret, wantedPort: 0 });
  const release = holdPort(first.port);
  const restart = () => startProcess({ dataDir, secret, wantedPort: first.port });
  const stop = keepRunning(first, { name: "the bank simulator", restart, log });
  return { url: `http://127.0.0.1:${first.port}`, stop: () => stop().finally(release) };
}

interface ToStart {
  readonly dataDir: string;
  readonly secret: string;
  readonly wantedPort: number;
}

async function startProcess({ dataDir, secret, wantedPort }: ToStart) {
  const args = [MAIN, "--port", String(wantedPort), "--data", dataDir, "--exit-with-parent"];
  const child = spawn(process.execPath, args, {
    stdio: ["pipe", "pipe", "inherit"],
    // Unlike an argument, it does not appear in lists of processes.
    env: { ...process.env, SIMULATOR_SECRET: secret },
  });
  const ended = once(child, "exit").then(() => undefined);
  const port = await new Promise<number>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error("the bank simulator did not start in time")),
      START_WITHIN_MS,
    );
    let heard = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      heard += text;
      const [, found] = /"listening":\s*(\d+)/.exec(heard) ?? [];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(Number(found));
    });
    void ended.then(() => reject(new Error("the bank simulator ended while it started")));
  });
  return {
    port,
    ended,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
