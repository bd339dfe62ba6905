/** The folder of embedded PostgreSQL: created once, protected against two masters, repaired after a crash. */
import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type PostgresBinaries, type RunAs, SHARED_PLACE } from "./postgres-binaries.ts";

// Memory settings of the embedded PostgreSQL, sized to the machine.

const MB = 1_048_576;
/** Half of the usual quarter: the server and the simulated banks share the machine. */
const MEMORY_SHARE = 1 / 8;
const LEAST_MB = 128;
const MOST_MB = 2_048;
/** The planner may assume that the operating system caches several times as much. */
const CACHE_FACTOR = 4;

/** Returns the settings for a machine with this much memory, which PostgreSQL takes only as it needs it. */
export function memorySettings(bytes: number): { shared_buffers: string; effective_cache_size: string } {
  const buffers = Math.min(MOST_MB, Math.max(LEAST_MB, Math.floor((bytes * MEMORY_SHARE) / MB)));
  return { shared_buffers: `${buffers}MB`, effective_cache_size: `${buffers * CACHE_FACTOR}MB` };
}

/** Returns the machine's memory in bytes, or the container's limit if that is lower. */
export function readMemory(): number {
  // Without a limit this is 0, or more than the machine has.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

const GB = 1_073_741_824;
const DISK_SHARE = 1 / 8;
const LEAST_GB = 4;
const MOST_GB = 8;

/**
 * Returns PostgreSQL's setting for this much free space. A larger log takes longer to read after a crash, but
 * makes checkpoints rarer, after which each page is logged whole once. It takes the space only under load.
 */
export function logSettings(freeBytes: number): { max_wal_size: string } {
  const size = Math.min(MOST_GB, Math.max(LEAST_GB, Math.floor((freeBytes * DISK_SHARE) / GB)));
  return { max_wal_size: `${size}GB` };
}

/** Returns the free space on the disk of a folder, in bytes. */
export function readRoom(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** The data folder cannot be used; the message says why. */
export class DataFolderError extends Error {}

export interface Cluster {
  /** PostgreSQL's own folder (PGDATA). */
  readonly folder: string;
  /** The password of the superuser `postgres`. */
  readonly password: string;
  readonly logFile: string;
}

interface ClusterOptions {
  dataDir: string;
  binaries: PostgresBinaries;
  runAs: RunAs;
  /** True if no one will miss the data after a power cut. */
  temporary: boolean;
}

/**
 * Opens the cluster of `dataDir`, or creates it. For root it lies in SHARED_PLACE if the user that PostgreSQL
 * runs as cannot reach `dataDir`. Throws if the data are of another PostgreSQL major version.
 */
export function openCluster({ dataDir, binaries, runAs, temporary }: ClusterOptions): Cluster {
  makePrivate(dataDir, runAs);
  const home = reaches(dataDir, runAs) ? dataDir : join(SHARED_PLACE, nameFor(dataDir));
  if (home !== dataDir) makePrivate(home, runAs);

  const password = keepPassword(join(dataDir, "password"));
  const folder = join(home, "cluster");
  if (!existsSync(join(folder, "PG_VERSION"))) initialise({ folder, password, binaries, runAs, temporary });
  const major = readFileSync(join(folder, "PG_VERSION"), "utf8").trim();
  if (major !== String(binaries.major)) {
    throw new DataFolderError(
      `${folder} holds the data of PostgreSQL ${major}, and this is PostgreSQL ${binaries.major}. ` +
        "Move the data over with pg_upgrade or a dump, or start with another data folder.",
    );
  }
  return { folder, password, logFile: join(dataDir, "postgres.log") };
}

/** Lets only PostgreSQL's user (and root) look inside; the folders above keep their usual rights. */
function makePrivate(folder: string, runAs: RunAs): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  if (runAs !== null) chownSync(folder, runAs.uid, runAs.gid);
}

const nameFor = (dataDir: string): string =>
  `data-${createHash("sha256").update(dataDir).digest("hex").slice(0, 12)}`;

function reaches(folder: string, runAs: RunAs): boolean {
  if (runAs === null) return true;
  return (
    spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { cwd: "/", stdio: "ignore", ...runAs }).status ===
    0
  );
}

function keepPassword(file: string): string {
  try {
    writeFileSync(file, randomBytes(24).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}

interface NewCluster {
  folder: string;
  password: string;
  binaries: PostgresBinaries;
  runAs: RunAs;
  temporary: boolean;
}

/** Creates the cluster under another name first: a cluster with its final name is complete. */
function initialise({ folder, password, binaries, runAs, temporary }: NewCluster): void {
  const unfinished = `${folder}.${process.pid}`;
  const passwordFile = `${unfinished}.password`;
  rmSync(unfinished, { recursive: true, force: true });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (runAs !== null) chownSync(passwordFile, runAs.uid, runAs.gid);
  const args = [
    `--pgdata=${unfinished}`,
    "--username=postgres",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
    // All commits wait while a new log file is filled with zeros: 15 ms at 4 MB, 50 ms at the usual 16.
    "--wal-segsize=4",
    ...(temporary ? ["--no-sync"] : []),
  ];
  const env = { PATH: process.env.PATH, LANG: "C", TZ: "UTC" };
  try {
    const made = spawnSync(binaries.initdb, args, {
      encoding: "utf8",
      cwd: "/",
      env,
      timeout: 120_000,
      ...runAs,
    });
    if (made.status !== 0) {
      throw new Error(
        `a new PostgreSQL cluster could not be made: ${made.error?.message ?? made.stderr.trim()}`,
      );
    }
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another process may have created it meanwhile.
    if (!existsSync(join(folder, "PG_VERSION"))) throw error;
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

const PATIENCE_MS = 40_000;
const GRACE_MS = 3_000;

/**
 * Makes sure that no other PostgreSQL uses the cluster: waits for one that is stopping, stops one whose
 * supervisor is gone, forgets the process ID of one that no longer runs. Throws if another Vitaran uses it.
 */
export async function clearCluster(folder: string): Promise<void> {
  const started = Date.now();
  for (let asked = false; ;) {
    const pid = readMaster(folder);
    if (pid === null) return;
    if (!isMasterOf(pid, folder)) {
      // Another program has the ID now (IDs start anew in a container), so PostgreSQL would not start.
      rmSync(join(folder, "postmaster.pid"), { force: true });
      return;
    }
    const waitedMs = Date.now() - started;
    if (!asked && !isSupervised(pid)) {
      process.kill(pid, "SIGINT");
      asked = true;
    }
    const stopping = asked || readFileOrEmpty(join(folder, "postmaster.pid")).includes("\nstopping");
    if (waitedMs > (stopping ? PATIENCE_MS : GRACE_MS)) {
      const why = `another process is using ${folder} already (PostgreSQL runs with process id ${pid})`;
      throw new DataFolderError(why);
    }
    await sleep(50);
  }
}

function readMaster(folder: string): number | null {
  const pid = Number.parseInt(readFileOrEmpty(join(folder, "postmaster.pid")), 10);
  return Number.isInteger(pid) && pid > 1 && isAlive(pid) ? pid : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Linux shows the working folder; where there is no /proc, PostgreSQL's own check must do. */
function isMasterOf(pid: number, folder: string): boolean {
  if (!existsSync("/proc/self/cwd")) return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch (error) {
    // A process that we may not look at, or that is gone, is not ours.
    if (["ENOENT", "EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}

function isSupervised(pid: number): boolean {
  if (!existsSync("/proc/self/stat")) return true;
  const parent = /\) \S (\d+) /.exec(readFileOrEmpty(`/proc/${pid}/stat`))?.[1];
  if (parent === undefined) return true;
  return readFileOrEmpty(`/proc/${parent}/cmdline`).includes("postgres-supervisor");
}

function readFileOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return "";
    throw error;
  }
}
