/** The basis of a test file: its own database, an engine on it, and merchants. */
import { randomBytes } from "node:crypto";
import { after } from "node:test";
import pg from "pg";
import type { Config } from "#lib/config";
import { readConfig } from "#lib/config";
import type { Context } from "#lib/context";
import { openDb } from "#lib/db";
import { makeLog } from "#lib/log";
import { makeVault } from "#lib/vault";
import type { MerchantToMake, TestMerchant } from "./make-merchant.ts";
import { openRows } from "./open-rows.ts";
import { cloneDatabase, findTestServer, TEMPLATE, withClient } from "./postgres.ts";

export type { TestMerchant } from "./make-merchant.ts";

export interface WorldOptions {
  /** Settings as in the environment, e.g. `{ VITARAN_MODE: "sandbox" }`. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface World {
  readonly ctx: Context;
  /** The application's address of this world's database. */
  readonly databaseUrl: string;
  /**
   * The superuser's address: row level security does not apply. It is for looking, and for setting up what no verb can.
   */
  readonly ownerUrl: string;
  /** The environment that another process needs to be in this world: DATABASE_URL, master key, log level. */
  readonly environment: Readonly<Record<string, string>>;
  /** Opens another engine on the same database, as a second process would; it is closed with the world. */
  openContext(options?: { databaseUrl?: string; connections?: number }): Context;
  /** Makes a merchant with its own organization, a key pair, a wallet, and money if requested. */
  makeMerchant(merchant?: MerchantToMake): Promise<TestMerchant>;
  /** Returns rows as the superuser sees them, with sealed texts opened. */
  look<R extends object>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** Registers a function that must run before the database is dropped; the last one registered runs first. */
  onClose(close: () => Promise<void>): void;
}

/** Makes a world; it closes by itself after the test or file that made it. */
export async function makeWorld(options: WorldOptions = {}): Promise<World> {
  const server = await findTestServer();
  const database = `world_${randomBytes(8).toString("hex")}`;
  const closers: (() => Promise<void>)[] = [];
  after(() => closeAll(closers));
  await withClient(server.ownerUrl, async (client) => {
    await client.query(cloneDatabase(database, TEMPLATE));
    await client.query(bePatient(database, new URL(server.appUrl).username));
  });
  closers.push(async () => {
    await withClient(server.ownerUrl, (client) => client.query(`drop database ${database} with (force)`));
  });

  const at = (url: string): string => new URL(`/${database}`, url).href;
  const databaseUrl = at(server.appUrl);
  const ownerUrl = at(server.ownerUrl);
  const lookers = new pg.Pool({ connectionString: ownerUrl, max: 4 });
  // A lost idle connection is replaced at the next query.
  lookers.on("error", () => undefined);
  closers.push(() => lookers.end());
  const environment = {
    VITARAN_MASTER_KEY: randomBytes(32).toString("base64"),
    LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
    ...options.environment,
    DATABASE_URL: databaseUrl,
  };
  const config = readConfig(environment);
  const openContext: World["openContext"] = (other = {}) => {
    const ctx = makeContext(config, other.databaseUrl ?? databaseUrl, other.connections);
    closers.push(() => ctx.db.close());
    return ctx;
  };
  const ctx = openContext();

  return {
    ctx,
    databaseUrl,
    ownerUrl,
    environment,
    openContext,
    // Imported on first use, so that a test of a lower module does not load the higher ones.
    makeMerchant: async (merchant = {}) => (await import("./make-merchant.ts")).makeMerchant(ctx, merchant),
    look: async <R extends object>(text: string, values: readonly unknown[] = []) => {
      const said: { rows: R[] } | unknown[] = await lookers.query(text, [...values]);
      // Several statements at once return no rows.
      return (await openRows(ctx, Array.isArray(said) ? [] : said.rows)) as R[];
    },
    onClose: (close) => void closers.push(close),
  };
}

function makeContext(config: Config, url: string, connections = config.databaseConnections): Context {
  const log = makeLog(config.logLevel);
  const vault = makeVault(config.masterKeys);
  return { config, log, vault, db: openDb({ url, connections, log, vault, patienceMs: PATIENCE_MS }) };
}

/** The time that tests wait for a connection. */
const PATIENCE_MS = 20_000;

/**
 * Longer than in production, but no longer than a transaction may last: a test machine that stalls for seconds says
 * nothing about the code.
 */
const LIMITS = {
  lock_timeout: "20s",
  statement_timeout: "30s",
  idle_in_transaction_session_timeout: "30s",
};

/** Returns the statements that set these limits for a role in one database. */
function bePatient(database: string, role: string): string {
  return Object.entries(LIMITS)
    .map(([name, value]) => `alter role ${role} in database ${database} set ${name} = '${value}'`)
    .join(";\n");
}

/** Closes everything even if something fails, and then throws the first error. */
async function closeAll(closers: (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers.toReversed()) await close().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
