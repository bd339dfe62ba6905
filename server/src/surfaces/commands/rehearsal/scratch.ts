/** A place of its own for the rehearsal: a database, a server in production mode, and simulated banks. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { readConfig } from "#lib/config";
import { keepPostgres } from "#lib/keep-postgres";
import { makeLog } from "#lib/log";
import { startWorker } from "#worker";
import { openEngine } from "../open-engine.ts";
import { runCommand } from "../run-command.ts";
import { serveHttp } from "../serve-http.ts";
import { startSimulator } from "../start-simulator.ts";
import { runAt, type Terminal } from "../terminal.ts";
import { StepError } from "./steps.ts";

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

type Environment = Readonly<Record<string, string>>;

export interface Scratch {
  /** The server's own address. */
  readonly url: string;
  /** The address of the simulated banks. */
  readonly banksUrl: string;
  /** Runs a command of the operator, or of a merchant's developer if `more` has its keys. */
  run(words: readonly string[], more?: Environment): Promise<Ended>;
  /** Calls a control of the simulated banks. */
  atBank<T>(method: "GET" | "PUT" | "POST", path: string, body?: object): Promise<T>;
}

/** Opens the place, does the work in it, and leaves nothing behind, also if the work fails or is interrupted. */
export async function withScratch(
  work: (scratch: Scratch) => Promise<void>,
  interrupted: AbortSignal,
): Promise<void> {
  const parts: (() => Promise<unknown>)[] = [];
  const stopped = new Promise<never>((_resolve, reject) => {
    interrupted.addEventListener("abort", () => reject(new StepError("The rehearsal was interrupted.")));
  });
  // If it is interrupted while it opens, everything opens first, so that everything is ended.
  stopped.catch(() => undefined);
  try {
    const scratch = await open(parts);
    if (interrupted.aborted) await stopped;
    await Promise.race([work(scratch), stopped]);
  } finally {
    for (const end of parts.toReversed()) await end();
  }
}

async function open(parts: (() => Promise<unknown>)[]): Promise<Scratch> {
  const folder = await mkdtemp(join(tmpdir(), "vitaran-rehearsal-"));
  parts.push(() => rm(folder, { recursive: true, force: true }));
  const log = makeLog("fatal");
  const postgres = await keepPostgres({ dataDir: join(folder, "postgres"), log });
  parts.push(() => postgres.stop());
  const secret = randomBytes(32).toString("base64url");
  const simulator = await startSimulator(join(folder, "banks"), { log, secret });
  parts.push(() => simulator.stop());
  const port = await findPort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    VITARAN_MODE: "production",
    VITARAN_MASTER_KEY: randomBytes(32).toString("base64"),
    VITARAN_DATA_DIR: join(folder, "data"),
    DATABASE_URL: postgres.url,
    PUBLIC_URL: url,
    PORT: String(port),
    LOG_LEVEL: "fatal",
  };
  const engine = await openEngine({ ...readConfig(environment), rehearses: true });
  parts.push(() => engine.close());
  const worker = await startWorker(engine.ctx);
  parts.push(() => worker.stop());
  const served = await serveHttp(engine.ctx, null);
  parts.push(() => served.close());
  return {
    url,
    banksUrl: simulator.url,
    run: (words, more = {}) => runIn({ ...environment, ...more }, words),
    atBank: (method, path, body) => callControl(`${simulator.url}${path}`, { method, body, secret }),
  };
}

/** Returns a port that no one uses now: the address of the server has to be known before it starts. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Runs a command with these settings only, and those that programs need from their surroundings. */
async function runIn(environment: Environment, words: readonly string[]): Promise<Ended> {
  let [out, err] = ["", ""];
  const at: Terminal = {
    environment,
    rehearses: true,
    input: Readable.from([]),
    out: { write: (text) => (out += text) },
    err: { write: (text) => (err += text) },
  };
  await runAt(at, () => runCommand(words));
  return { code: at.exitCode ?? 0, out, err };
}

async function callControl<T>(
  address: string,
  { method, body, secret }: { method: string; body: object | undefined; secret: string },
): Promise<T> {
  const response = await fetch(address, {
    method,
    headers: { "content-type": "application/json", authorization: `Bearer ${secret}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${address} answered ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}
