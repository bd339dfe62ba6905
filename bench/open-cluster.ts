/** A PostgreSQL of its own for installations with several homes. */
import { join } from "node:path";
import { startPostgres } from "@vitaran/dev-postgres";
import { migrate } from "@vitaran/server/src/kit/lib/migrate.ts";
import { prepareHome } from "@vitaran/server/src/kit/lib/prepare-home.ts";
import type { Lab } from "./open-lab.ts";
import { openPool } from "./open-pool.ts";
import { readCpu, readParent } from "./read-cpu.ts";

/** The name of the second home. */
export const WEST = "west";

export interface Cluster {
  readonly pid: number;
  makeDatabase(name: string): Promise<string>;
  /** Returns the CPU time of the processes that copy the directory. */
  copyingMs(): Promise<number>;
  /** Registers a function that must run before PostgreSQL stops; the last one registered runs first. */
  onStop(close: () => Promise<void>): void;
  stop(): Promise<void>;
}

/** Each home has two workers that copy, and a move needs one for each table; usually there are four in all. */
const LOGICAL = {
  wal_level: "logical",
  max_worker_processes: "32",
  max_logical_replication_workers: "24",
  max_sync_workers_per_subscription: "4",
  max_replication_slots: "32",
  max_wal_senders: "32",
};

/** Starts a PostgreSQL whose log can be replicated logically. */
export async function openCluster(lab: Lab): Promise<Cluster> {
  lab.say("starting PostgreSQL for homes");
  const postgres = await startPostgres({
    dataDir: join(lab.folder, "postgres-homes"),
    log: { info: () => undefined, warn: () => undefined },
    settings: LOGICAL,
  });
  const owner = openPool(new URL("/postgres", postgres.url).href, { max: 1 });
  const { rows } = await owner.query<{ pid: number }>("select pg_backend_pid() as pid");
  const closers = [() => postgres.stop(), () => owner.end()];
  return {
    pid: readParent(rows[0]!.pid),
    async makeDatabase(name) {
      await owner.query(`create database ${name}`);
      return new URL(`/${name}`, postgres.url).href;
    },
    async copyingMs() {
      const { rows: copying } = await owner.query<{ pid: number }>(
        `select pid from pg_stat_activity
         where backend_type in ('walsender', 'logical replication apply worker')`,
      );
      return copying.reduce((total, { pid }) => total + readCpu(pid).ownMs, 0);
    },
    onStop: (close) => void closers.push(close),
    async stop() {
      for (const close of closers.toReversed())
        await close().catch((error: Error) => lab.say(`could not be ended: ${error.message}`));
    },
  };
}

/** Makes two databases; the second is a home beside the first. */
export async function makeHomes(
  cluster: Cluster,
  name: string,
): Promise<{ directoryUrl: string; westUrl: string }> {
  const [directoryUrl, westUrl] = [
    await cluster.makeDatabase(`${name}_first`),
    await cluster.makeDatabase(`${name}_${WEST}`),
  ];
  await migrate(directoryUrl);
  await prepareHome({ name: WEST, ownerUrl: westUrl, directoryUrl, copyFromUrl: directoryUrl });
  return { directoryUrl, westUrl };
}
