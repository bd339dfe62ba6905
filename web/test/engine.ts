// A whole installation of its own, for tests that run what the documentation shows.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
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

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Resolves once `met` gives something; fails after `limitMs`. */
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

export async function startEngine(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), "docs-engine-"));
  const port = await freePort();
  const main = new URL("../../server/src/main.ts", import.meta.url).pathname;
  const env = { ...process.env, PORT: String(port), VITARAN_DATA_DIR: folder, VITARAN_DEMO_HISTORY: "off" };
  const child = spawn(process.execPath, [main, "start"], { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stdout.on("data", (part) => (said += part));
  child.stderr.on("data", (part) => (said += part));
  const address = `http://127.0.0.1:${port}`;
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`The server ended:\n${said}`);
      if (!existsSync(join(folder, "demo.json"))) return undefined;
      return (
        (await fetch(`${address}/readyz`).then(
          (answer) => answer.ok,
          () => false,
        )) || undefined
      );
    },
    120_000,
    "the server",
  );
  const { clients } = JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")) as { clients: Client[] };
  return {
    address,
    clients,
    async stop() {
      child.kill("SIGINT");
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
