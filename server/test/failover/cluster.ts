/**
 * The cluster of `deploy/patroni` on one computer: two nodes with PostgreSQL under Patroni, etcd on three, and HAProxy
 * before them, where the processes of Vitaran are.
 */
import { spawn } from "node:child_process";
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeMachines, type Machine } from "./network.ts";
import {
  ADDRESSES,
  HAPROXY_FILE,
  PASSWORD,
  writeNodeFiles,
  type DynamicSettings,
  type NodeName,
} from "./node-files.ts";

/** A node with PostgreSQL; the third one only votes. */
export type DataNode = "node1" | "node2";

export interface Cluster {
  /** The superuser's address of the database `postgres`, by way of HAProxy. */
  readonly url: string;
  readonly machines: Readonly<Record<NodeName, Machine>>;
  /** Resolves when all nodes are at work and the standby follows the primary; returns who is which. */
  awaitReady(): Promise<{ primary: DataNode; standby: DataNode; timeline: number }>;
  /** Starts a machine again after its processes were killed; nothing of the cut remains. */
  restart(name: NodeName): Promise<void>;
  close(): Promise<void>;
}

/** The programs that are not part of the system. */
interface Programs {
  readonly python: string;
  /** The folder with PostgreSQL's programs. */
  readonly postgres: string;
}

/** Much longer than it takes, because the computer may be busy with other things. */
const PATIENCE_MS = 240_000;

/** Starts everything; resolves when the cluster is ready. */
export async function startCluster(dynamic: DynamicSettings): Promise<Cluster> {
  const programs = readPrograms();
  const isSynchronous = dynamic.synchronous_mode !== false;
  const base = makeBase();
  const machines = makeMachines(ADDRESSES);
  const files = Object.fromEntries(
    Object.keys(ADDRESSES).map((name) => [
      name,
      writeNodeFiles(name as NodeName, { base, postgres: programs.postgres, dynamic }),
    ]),
  ) as Record<NodeName, ReturnType<typeof writeNodeFiles>>;
  const boot = (name: NodeName): void => {
    const { folder, patroniFile, etcd } = files[name];
    machines[name].start(["etcd"], { environment: etcd, logFile: join(folder, "etcd.log") });
    if (name === "node3") return;
    const patroni = [programs.python, "-m", "patroni", patroniFile];
    machines[name].start(patroni, { environment: { HOME: folder }, logFile: join(folder, "patroni.log") });
  };
  for (const name of Object.keys(ADDRESSES)) boot(name as NodeName);
  const proxy = startProxy(join(base, "haproxy.log"));
  const cluster: Cluster = {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:5432/postgres`,
    machines,
    awaitReady: () => awaitReady(isSynchronous),
    async restart(name) {
      await machines[name].signal("SIGKILL");
      machines[name].join();
      boot(name);
    },
    async close() {
      proxy.kill("SIGKILL");
      for (const machine of Object.values(machines)) await machine.signal("SIGKILL");
      if (process.env.FAILOVER_LOGS === undefined) rmSync(base, { recursive: true, force: true });
      else console.error(`The nodes' folders: ${base}`);
    },
  };
  try {
    await cluster.awaitReady();
  } catch (error) {
    await cluster.close();
    throw error;
  }
  return cluster;
}

function readPrograms(): Programs {
  const { FAILOVER_PYTHON: python, FAILOVER_POSTGRES: postgres } = process.env;
  if (python === undefined || postgres === undefined)
    throw new Error(
      "run this by `npm run test:failover`, which makes its own network and finds the programs",
    );
  return { python, postgres };
}

/** Makes the folder of all nodes; with FAILOVER_LOGS it lies in that folder, and stays there with its logs. */
function makeBase(): string {
  const place = process.env.FAILOVER_LOGS ?? tmpdir();
  mkdirSync(place, { recursive: true });
  const base = mkdtempSync(join(place, "vitaran-failover-"));
  // Programs without rights must reach their own folders in it.
  chmodSync(base, 0o755);
  return base;
}

function startProxy(logFile: string): { kill(signal: NodeJS.Signals): void } {
  const log = openSync(logFile, "a");
  const child = spawn("haproxy", ["-db", "-f", HAPROXY_FILE], { stdio: ["ignore", log, log] });
  closeSync(log);
  return { kill: (signal) => void child.kill(signal) };
}

interface Member {
  readonly name: DataNode;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
  readonly lag?: number | string;
}

async function awaitReady(isSynchronous: boolean): ReturnType<Cluster["awaitReady"]> {
  const until = Date.now() + PATIENCE_MS;
  let seen: (Member[] | null)[] = [];
  while (Date.now() < until) {
    const votes = await Promise.all(Object.values(ADDRESSES).map(isVoting));
    seen = await Promise.all([readMembers("node1"), readMembers("node2")]);
    const [first, second] = seen.map((members) => readPair(members, isSynchronous));
    const agree = first !== null && JSON.stringify(first) === JSON.stringify(second);
    if (first && agree && votes.every(Boolean)) return first;
    await sleep(250);
  }
  throw new Error(`the cluster did not become ready: ${JSON.stringify(seen)}`);
}

async function isVoting(address: string): Promise<boolean> {
  const found = (await fetchJson(`http://${address}:2379/health`)) as { health?: string } | null;
  return found?.health === "true";
}

/** Returns what a node knows of the cluster; null if it does not answer. */
async function readMembers(name: DataNode): Promise<Member[] | null> {
  const found = (await fetchJson(`http://${ADDRESSES[name]}:8008/cluster`)) as { members: Member[] } | null;
  return found?.members ?? null;
}

/**
 * Returns the primary and the standby that follows it; null as long as they are not both at work. A synchronous standby
 * may take over only when the primary has written down that commits wait for it, some seconds after they do.
 */
function readPair(
  members: readonly Member[] | null,
  isSynchronous: boolean,
): { primary: DataNode; standby: DataNode; timeline: number } | null {
  const primary = members?.find(({ role, state }) => role === "leader" && state === "running");
  const follows = isSynchronous ? "sync_standby" : "replica";
  const standby = members?.find(({ role, state }) => role === follows && state === "streaming");
  const { timeline } = primary ?? {};
  if (primary === undefined || standby === undefined || timeline === undefined) return null;
  return standby.timeline === timeline ? { primary: primary.name, standby: standby.name, timeline } : null;
}

async function fetchJson(url: string): Promise<unknown> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) });
    return await answer.json();
  } catch {
    // The node is down, cut off, or busy.
    return null;
  }
}
