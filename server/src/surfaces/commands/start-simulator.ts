/** The bank simulator as a child process, which ends when this process ends, and never earlier. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { keepRunning } from "#lib/keep-running";
import type { Logger } from "#lib/log";
import { holdPort } from "#lib/own-ports";
import { setSimulatorSecret } from "#sandbox";

/** The program of the simulator. */
export const SIMULATOR = fileURLToPath(new URL("../../../../bank-simulator/src/main.ts", import.meta.url));
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
export async function startSimulator(
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
  const args = [SIMULATOR, "--port", String(wantedPort), "--data", dataDir, "--exit-with-parent"];
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
