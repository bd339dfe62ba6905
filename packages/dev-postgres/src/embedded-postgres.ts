/** PostgreSQL without an installation: started from node_modules on 127.0.0.1 and never left running. */
import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { dirname, extname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { findPostgresBinaries, type RunAs } from "./postgres-binaries.ts";
import {
  clearCluster,
  type Cluster,
  DataFolderError,
  logSettings,
  memorySettings,
  openCluster,
  readMemory,
  readRoom,
} from "./postgres-cluster.ts";
import type { SupervisedProgram } from "./postgres-supervisor.ts";

export { DataFolderError };

export interface StartPostgresOptions {
  /** A folder of its own; created if absent. */
  readonly dataDir: string;
  readonly log: { info(fields: object, text: string): void; warn(fields: object, text: string): void };
  /** Default: any free port. */
  readonly port?: number;
  /** Created if absent. Default: vitaran. */
  readonly database?: string;
  /** Server settings that are added to the usual ones or replace them. */
  readonly settings?: Readonly<Record<string, string>>;
  /** True means that `dataDir` is removed after PostgreSQL was stopped (not after a crash). Default: false. */
  readonly temporary?: boolean;
}

export interface EmbeddedPostgres {
  /** The superuser's address of the database. It contains the password, so it must not be logged. */
  readonly url: string;
  readonly port: number;
  /** Ends all sessions and stops cleanly. Calling it again does no harm. */
  stop(): Promise<void>;
  /** Kills PostgreSQL as a power cut would; for the fault tests. */
  crash(): Promise<void>;
  /** Fulfilled when PostgreSQL has ended; `asked` is true if `stop` was called. */
  readonly ended: Promise<{ readonly asked: boolean }>;
}

/** Settings for a small machine that does other work too; durability is never traded for speed. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  max_connections: "100",
  work_mem: "16MB",
  maintenance_work_mem: "128MB",
  min_wal_size: "256MB",
  checkpoint_timeout: "15min",
  wal_compression: "on",
  random_page_cost: "1.1",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  // The sender of a statement gets its error; the log must not collect what was in the statements.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
  log_line_prefix: "%m [%p] ",
};

const LOG_BYTES_MAX = 10_000_000;
const TRIES = 20;

/**
 * Starts PostgreSQL on `dataDir`, creates the cluster if there is none, and waits until it responds. Throws
 * DataFolderError if the folder is in use, or has the data of another major version.
 */
export async function startPostgres(options: StartPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const database = options.database ?? "vitaran";
  const runAs: RunAs = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null;
  const binaries = findPostgresBinaries({ runAs, ownPlace: dirname(dataDir) });
  const temporary = options.temporary === true;
  const cluster = openCluster({ dataDir, binaries, runAs, temporary });
  if (dirname(cluster.folder) !== dataDir) {
    options.log.info(
      { folder: cluster.folder },
      "PostgreSQL may not run as root and cannot reach the data folder",
    );
  }
  const running = await startMaster(cluster, {
    program: binaries.postgres,
    runAs,
    settings: {
      ...SETTINGS,
      ...memorySettings(readMemory()),
      ...logSettings(readRoom(cluster.folder)),
      ...options.settings,
    },
    port: options.port ?? null,
    removeAfter: temporary ? [dataDir, dirname(cluster.folder)] : [],
  });
  const url = `postgres://postgres:${cluster.password}@127.0.0.1:${running.port}/${encodeURIComponent(database)}`;
  try {
    await ensureDatabase(url, database);
  } catch (error) {
    await running.stop();
    throw error;
  }
  options.log.info({ port: running.port }, "PostgreSQL is ready");
  return { url, ...running };
}

interface MasterOptions {
  program: string;
  runAs: RunAs;
  settings: Readonly<Record<string, string>>;
  port: number | null;
  removeAfter: readonly string[];
}

type Running = Omit<EmbeddedPostgres, "url">;

async function startMaster(cluster: Cluster, options: MasterOptions): Promise<Running> {
  for (let tries = 1; ; tries += 1) {
    await clearCluster(cluster.folder);
    const port = options.port ?? (await findFreePort());
    const settings = Object.entries({ ...options.settings, port: String(port) });
    const args = ["-D", cluster.folder, ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
    const { program, runAs, removeAfter } = options;
    const { child, wrote } = spawnSupervisor(cluster.logFile, { program, args, runAs, removeAfter });
    const running = follow(child, port);
    if (await becomesReady(cluster.folder, running.master, running.ended)) {
      letGo(child);
      return running;
    }
    const said = wrote();
    // After a crash the old children hold shared memory for a moment, and a free port may have been taken.
    const passing =
      /shared memory block|lock file/.test(said) || (options.port === null && /could not bind/.test(said));
    if (!passing || tries >= TRIES) throw new Error(`PostgreSQL did not start: ${said || "it said nothing"}`);
    await sleep(200);
  }
}

function spawnSupervisor(
  logFile: string,
  job: SupervisedProgram,
): { child: ChildProcess; wrote: () => string } {
  const began = rotate(logFile);
  const log = openSync(logFile, "a", 0o600);
  const file = fileURLToPath(import.meta.url);
  // The supervisor has the same extension as this file, which may run as source or compiled.
  const supervisor = join(dirname(file), `postgres-supervisor${extname(file)}`);
  const child = spawn(process.execPath, [supervisor, JSON.stringify(job)], {
    stdio: ["pipe", "pipe", log],
    detached: true,
    // Options meant for us (a debugger's port, the test runner's context) must not reach it.
    env: { PATH: process.env.PATH },
  });
  closeSync(log);
  return { child, wrote: () => readFileSync(logFile).subarray(began).toString().trim().slice(-2_000) };
}

/** Starts a new log file if the log has grown large; returns where the next line begins. */
function rotate(logFile: string): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= LOG_BYTES_MAX) return size;
  renameSync(logFile, `${logFile}.old`);
  return 0;
}

function follow(child: ChildProcess, port: number): Running & { master: Promise<number> } {
  let asked = false;
  const master = new Promise<number>((resolve) => {
    let text = "";
    child.stdout!.on("data", (part: Buffer) => {
      text += part.toString();
      if (text.includes("\n")) resolve(Number(text));
    });
  });
  const ended = new Promise<{ asked: boolean }>((resolve) => {
    child.on("error", () => resolve({ asked }));
    child.on("exit", (_code, signal) => {
      // The supervisor itself was killed, so its duty falls to us.
      if (signal !== null) void master.then((pid) => signalMaster(pid, "SIGINT"));
      resolve({ asked });
    });
  });
  child.stdin!.on("error", () => undefined);
  return {
    port,
    master,
    ended,
    async stop() {
      asked = true;
      child.ref();
      child.stdin!.end();
      await ended;
    },
    async crash() {
      child.ref();
      signalMaster(await master, "SIGKILL");
      await ended;
    },
  };
}

/** Lets this process end while PostgreSQL still runs. */
function letGo(child: ChildProcess): void {
  child.unref();
  for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref(): void }).unref();
}

function signalMaster(pid: number, signal: "SIGINT" | "SIGKILL"): void {
  try {
    if (pid > 1) process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Waits until our PostgreSQL writes that it is ready; returns false if it ended instead. */
async function becomesReady(
  folder: string,
  master: Promise<number>,
  ended: Promise<unknown>,
): Promise<boolean> {
  let over = false;
  void ended.then(() => (over = true));
  const pid = await Promise.race([master, ended.then(() => 0)]);
  while (!over) {
    const lines = readLockFile(folder);
    if (lines[0] === String(pid) && lines[7]?.trim() === "ready") return true;
    await sleep(20);
  }
  return false;
}

function readLockFile(folder: string): string[] {
  try {
    return readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function ensureDatabase(url: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: new URL("/postgres", url).href });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [database]);
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}
