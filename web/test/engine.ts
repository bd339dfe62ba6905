// Starts a separate installation for tests that run the programs of the documentation.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Client {
  clientId: string;
  clientSecret: string;
  httpStatus: "rest" | "always-200";
}

export interface Engine {
  address: string;
  clients: Client[];
  stop(): Promise<void>;
}

/** Resolves with the first result of `met` that is not undefined. Fails after `limitMs`. */
export async function until<T>(
  met: () => T | undefined | Promise<T | undefined>,
  limitMs: number,
  what: string,
): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const found = await met();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`Waited ${limitMs} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => child.once("exit", resolve));
}

/**
 * Reads the file that the server writes after it created its demo merchants. The file is complete when it ends in a
 * line break.
 */
function readDemo(file: string): { baseUrl: string; clients: Client[] } | undefined {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return text.endsWith("}\n") ? (JSON.parse(text) as ReturnType<typeof readDemo>) : undefined;
}

export async function startEngine(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), "docs-engine-"));
  const main = new URL("../../server/src/main.ts", import.meta.url).pathname;
  const env = { ...process.env, PORT: "0", VITARAN_DATA_DIR: folder, VITARAN_DEMO_HISTORY: "off" };
  const child = spawn(process.execPath, [main, "start"], { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stdout.on("data", (part) => (said += part));
  child.stderr.on("data", (part) => (said += part));
  const { baseUrl, clients } = await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`The server ended:\n${said}`);
      const demo = readDemo(join(folder, "demo.json"));
      const isReady = async (): Promise<boolean> => (await fetch(`${demo?.baseUrl}/readyz`)).ok;
      return demo && (await isReady().catch(() => false)) ? demo : undefined;
    },
    300_000,
    "the server",
  );
  return {
    address: `http://127.0.0.1:${new URL(baseUrl).port}`,
    clients,
    async stop() {
      child.kill("SIGINT");
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
