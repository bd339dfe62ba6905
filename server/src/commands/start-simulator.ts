/** The bank simulator as a child of this process: it ends when we do, however we end. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../../bank-simulator/src/main.ts", import.meta.url));
const START_WITHIN_MS = 15_000;

export interface SimulatorProcess {
  url: string;
  /** Resolves when the process has ended, wanted or not. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** Starts the simulator; its books are kept in `dataDir`, so that a restart knows every debit. */
export async function startSimulator(dataDir: string): Promise<SimulatorProcess> {
  const child = spawn(process.execPath, [MAIN, "--port", "0", "--data", dataDir, "--exit-with-parent"], {
    stdio: ["pipe", "pipe", "inherit"],
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
    url: `http://127.0.0.1:${port}`,
    ended,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
