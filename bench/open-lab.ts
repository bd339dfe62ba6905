/**
 * The place of all measurements: one PostgreSQL in a temporary folder, servers that use it, and a function that closes
 * everything.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "@vitaran/dev-postgres";
import type { Pgbench } from "./find-pgbench.ts";
import { makeYardstick, type Yardstick } from "./make-yardstick.ts";
import { openPool } from "./open-pool.ts";
import { readParent } from "./read-cpu.ts";
import type { PostgresFacts } from "./read-machine.ts";
import { runLoad } from "./run-load.ts";
import type { Scale } from "./scale.ts";
import { ROOT, startProgram } from "./start-program.ts";
import { startServer, type Server } from "./start-server.ts";
import { PROFILED_SETTINGS, writeStatements } from "./write-statements.ts";

export interface Lab extends Yardstick {
  readonly scale: Scale;
  readonly folder: string;
  readonly postgres: PostgresFacts;
  /** PostgreSQL's main process. */
  readonly postgresPid: number;
  /** All servers that were started, so that their books can be proved. */
  readonly servers: readonly Server[];
  /** Returns the server that most scenarios share; it is started on first use. */
  server(): Promise<Server>;
  /** The same for the other checkout, if there is one to compare with. */
  readonly otherServer: (() => Promise<Server>) | null;
  /** Starts another server, with a separate database. */
  startServer(name: string): Promise<Server>;
  /** Creates an empty database and returns its owner's address. */
  makeDatabase(name: string): Promise<string>;
  /** Prints progress to stderr. */
  say(text: string): void;
  close(): Promise<void>;
}

export interface LabOptions {
  readonly scale: Scale;
  readonly say: (text: string) => void;
  /** The program that runs TPC-B; null for our own driver. */
  readonly pgbench: Pgbench | null;
  /** The root of another checkout, to compare with. */
  readonly against?: string | undefined;
  /** A folder for CPU profiles of the servers and PostgreSQL's costliest statements; slows everything down. */
  readonly profiles?: string | undefined;
}

const WARM_UP_CLIENTS = 64;
const SITE_BUILDER = join(import.meta.dirname, "build-site.ts");

/** Opens a lab, with the site of each checkout built. `close` ends everything that it started. */
export async function openLab({ scale, say, pgbench, against, profiles }: LabOptions): Promise<Lab> {
  const folder = mkdtempSync(join(tmpdir(), "vitaran-bench-"));
  // PostgreSQL may run as another user, who must be able to access the folder.
  chmodSync(folder, 0o755);
  const closers: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const closeAll = async (): Promise<void> => {
    for (let end = closers.pop(); end !== undefined; end = closers.pop()) {
      await end().catch((error: Error) => say(`could not be ended: ${error.message}`));
    }
  };
  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => (closed ??= closeAll());
  try {
    // Otherwise each server would build a stale site itself, during a measurement.
    for (const root of against === undefined ? [ROOT] : [ROOT, against]) await buildSite(root, say);
    const { makeDatabase, ...facts } = await openPostgres({ folder, say, profiles, closers });
    const servers: Server[] = [];
    const start = async (name: string, root: string = ROOT): Promise<Server> => {
      say(`starting server ${name}`);
      const databaseUrl = await makeDatabase(`server_${name}`);
      const profiling =
        profiles === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${join(profiles, name)}`];
      const server = await startServer({
        name,
        databaseUrl,
        dataDir: join(folder, name),
        nodeOptions: profiling,
        root,
      });
      closers.push(() => server.stop());
      servers.push(server);
      const loop = { kind: "closed", callers: WARM_UP_CLIENTS, ...scale.warmUp } as const;
      await runLoad(server, { operation: "requestTransfer", connections: WARM_UP_CLIENTS, loop });
      return server;
    };
    let shared: Promise<Server> | null = null;
    let other: Promise<Server> | null = null;
    return {
      scale,
      folder,
      ...facts,
      ...makeYardstick({ scale, say, pgbench, postgresPid: facts.postgresPid, makeDatabase }),
      servers,
      server: () => (shared ??= start("shared")),
      otherServer: against === undefined ? null : () => (other ??= start("other", against)),
      startServer: (name) => start(name),
      makeDatabase,
      say,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function buildSite(root: string, say: LabOptions["say"]): Promise<void> {
  say(`building the site of ${root}, if it is stale`);
  const { ended } = startProgram(SITE_BUILDER, [root], { root });
  if ((await ended) !== 0) throw new Error("the site could not be built");
}

interface PostgresToOpen extends Pick<LabOptions, "say" | "profiles"> {
  folder: string;
  closers: (() => Promise<void>)[];
}

async function openPostgres({
  folder,
  say,
  profiles,
  closers,
}: PostgresToOpen): Promise<Pick<Lab, "postgres" | "postgresPid" | "makeDatabase">> {
  say("starting PostgreSQL");
  const postgres = await startPostgres({
    dataDir: join(folder, "postgres"),
    log: { info: () => undefined, warn: () => undefined },
    settings: profiles === undefined ? {} : PROFILED_SETTINGS,
  });
  closers.push(() => postgres.stop());
  const owner = openPool(new URL("/postgres", postgres.url).href, { max: 1 });
  closers.push(() => owner.end());
  if (profiles !== undefined) closers.push(() => writeStatements(owner, profiles));
  const { rows } = await owner.query<PostgresFacts & { pid: number }>(
    `select current_setting('server_version') as postgres,
       current_setting('fsync') as fsync,
       current_setting('synchronous_commit') as "synchronousCommit",
       current_setting('full_page_writes') as "fullPageWrites",
       pg_backend_pid() as pid`,
  );
  const { pid, ...facts } = rows[0]!;
  return {
    postgres: facts,
    postgresPid: readParent(pid),
    async makeDatabase(name) {
      await owner.query(`create database ${pg.escapeIdentifier(name)}`);
      return new URL(`/${name}`, postgres.url).href;
    },
  };
}
