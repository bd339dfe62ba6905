/** The sandbox server as a process of its own, which keeps its address and database when it is started again. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { statSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const MAIN = resolve(import.meta.dirname, "../../server/src/main.ts");

export interface ServerPlace {
  readonly databaseUrl: string;
  /** The folder for its master key, the demo's credentials and the books of the simulated banks. */
  readonly folder: string;
  /** The secret for the controls of the simulated banks. */
  readonly simulatorSecret: string;
}

export interface Server {
  readonly baseUrl: string;
  /** Kills the server at once, like a power cut, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the server, and returns when it is ready. */
export async function runServer(place: ServerPlace): Promise<Server> {
  const port = await findFreePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  let child: ChildProcess;
  const start = (): Promise<void> => {
    child = spawnServer(place, port);
    return untilReady(child, baseUrl, place.folder);
  };
  await start();
  return {
    baseUrl,
    restart: () => end(child, "SIGKILL").then(start),
    stop: () => end(child, "SIGTERM"),
  };
}

function spawnServer({ databaseUrl, folder, simulatorSecret }: ServerPlace, port: number): ChildProcess {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const own = {
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    VITARAN_DATA_DIR: folder,
    VITARAN_DEMO_HISTORY: "off",
    SIMULATOR_SECRET: simulatorSecret,
    LOG_LEVEL: "error",
  };
  return spawn(process.execPath, [MAIN, "start"], {
    env: { ...inherited, ...own },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}

/** Waits until the server has written the demo's credentials, its last step before it can be used. */
async function untilReady(child: ChildProcess, baseUrl: string, folder: string): Promise<void> {
  const credentials = join(folder, "demo.json");
  const writtenAt = (): number => statSync(credentials, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const before = writtenAt();
  while (writtenAt() === before || !(await answers(baseUrl))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      const how = child.signalCode ?? `exit code ${child.exitCode}`;
      throw new Error(`the server ended while it started (${how}); what it said stands above`);
    }
    await sleep(20);
  }
}

function answers(baseUrl: string): Promise<boolean> {
  return fetch(`${baseUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/**
 * These are below the ports that operating systems assign to connections. Otherwise, another connection could get the
 * server's port while the server is down, and the server could not return to its address.
 */
const PORTS = { from: 20_000, to: 32_000 } as const;
const TRIES_MAX = 50;

async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port between ${PORTS.from} and ${PORTS.to} is free`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "::");
  try {
    await once(server, "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
