/** One PostgreSQL for a whole test run, with a migrated database from which every world is cloned. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startPostgres, type EmbeddedPostgres } from "@vitaran/dev-postgres";
import { migrate } from "#lib/migrate";
import { provisionAppRole } from "#lib/provision-app-role";

/** The server on which worlds are made; passed to the test processes in VITARAN_TEST_DATABASE, as JSON. */
export interface TestServer {
  /** The superuser's address. */
  readonly ownerUrl: string;
  /** The application's address; a world replaces the name of the database in it. */
  readonly appUrl: string;
}

export const TEMPLATE = "vitaran_template";

/**
 * Less memory than usual, but more connections: several test files run at a time, each with processes of its own.
 * Nothing here needs to survive a crash of the machine, so nothing waits for the disk; tests that kill a database start
 * a durable one themselves.
 */
const SETTINGS = {
  shared_buffers: "128MB",
  // The default depends on the machine, so plans would differ between machines.
  effective_cache_size: "1GB",
  max_connections: "200",
  fsync: "off",
  full_page_writes: "off",
  wal_compression: "off",
  // A test that counts records of the log reads them after a checkpoint of another test may have removed their file.
  wal_keep_size: "128MB",
  // A clone of the template shares its blocks until one side changes them, where the file system can.
  file_copy_method: "clone",
  // Thousands of connections are made with a password that is not secret.
  scram_iterations: "1",
};

/** Worlds with two homes need these. */
export const LOGICAL = {
  wal_level: "logical",
  max_wal_senders: "120",
  max_replication_slots: "120",
  max_worker_processes: "60",
  max_logical_replication_workers: "50",
  max_sync_workers_per_subscription: "4",
  max_active_replication_origins: "120",
  max_connections: "500",
};

/** True if each world of the run has two homes, and its merchants live at the second one. */
export const HAS_TWO_HOMES = process.env.VITARAN_TEST_HOMES === "2";

/** Starts PostgreSQL in a temporary folder, which is deleted when it stops, and makes the template. */
export async function startTestServer({ logical = HAS_TWO_HOMES } = {}): Promise<
  TestServer & { postgres: EmbeddedPostgres }
> {
  const postgres = await startPostgres({
    dataDir: mkdtempSync(join(tmpdir(), "vitaran-test-")),
    log: { info: () => undefined, warn: () => undefined },
    database: TEMPLATE,
    settings: { ...SETTINGS, ...(logical ? LOGICAL : {}) },
    temporary: true,
  });
  try {
    await migrate(postgres.url);
    const appUrl = await provisionAppRole(postgres.url, "only-for-tests");
    const ownerUrl = new URL("/postgres", postgres.url).href;
    await withClient(ownerUrl, (client) =>
      client.query(`alter database ${TEMPLATE} allow_connections false`),
    );
    return { ownerUrl, appUrl, postgres };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

const own = new Map<boolean, Promise<TestServer>>();

/**
 * Returns the run's server; a test file that is run by hand starts its own, which ends with its process. So does one
 * that needs a logical log.
 */
export function findTestServer({ logical = HAS_TWO_HOMES } = {}): Promise<TestServer> {
  const known = own.get(logical);
  if (known !== undefined) return known;
  const given = logical === HAS_TWO_HOMES ? process.env.VITARAN_TEST_DATABASE : undefined;
  const server =
    given === undefined ? startTestServer({ logical }) : Promise.resolve(JSON.parse(given) as TestServer);
  own.set(logical, server);
  return server;
}

/** Returns the statement that clones a database; no one may be connected to the original. */
export function cloneDatabase(name: string, template: string): string {
  // Files are copied as they are. Copying each block through the log costs several times as much, for data that is soon
  // dropped.
  return `create database ${name} template ${template} strategy file_copy`;
}

/** Runs `work` on a connection of its own. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
