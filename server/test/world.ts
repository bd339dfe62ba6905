/** The basis of a test file: its own database, an engine on it, and merchants. */
import { randomBytes } from "node:crypto";
import { after } from "node:test";
import pg from "pg";
import type { Config } from "#lib/config";
import { readConfig } from "#lib/config";
import type { Context } from "#lib/context";
import type { Home, Homes } from "#lib/db";
import { isUnavailable } from "#lib/db-errors";
import { openDb } from "#lib/homes";
import { makeLog } from "#lib/log";
import { prepareHome, endCopies } from "#lib/prepare-home";
import { makeVault } from "#lib/vault";
import type { MerchantToMake, TestMerchant } from "./make-merchant.ts";
import { openRows } from "./open-rows.ts";
import {
  cloneDatabase,
  findTestServer,
  HAS_TWO_HOMES,
  TEMPLATE,
  withClient,
  type TestServer,
} from "./postgres.ts";

export type { TestMerchant } from "./make-merchant.ts";

export interface WorldOptions {
  /** Settings as in the environment, e.g. `{ VITARAN_MODE: "sandbox" }`. */
  readonly environment?: Readonly<Record<string, string>>;
  /** True for a second home, at which the merchants live. */
  readonly twoHomes?: boolean;
  /** The server of the second home; default the one of the first. */
  readonly secondServer?: TestServer | undefined;
}

interface WorldDatabase {
  /** The address of the application. */
  readonly databaseUrl: string;
  /** The address of the superuser. */
  readonly ownerUrl: string;
}

export interface World {
  readonly ctx: Context;
  /** The application's address of this world's database. */
  readonly databaseUrl: string;
  /**
   * The superuser's address: row level security does not apply. It is for looking, and for setting up what no verb can.
   */
  readonly ownerUrl: string;
  /** The second home, if there is one. */
  readonly secondHome: (WorldDatabase & { readonly name: string }) | null;
  /** The environment that another process needs to be in this world: DATABASE_URL, master key, log level. */
  readonly environment: Readonly<Record<string, string>>;
  /** Opens another engine on the same database, as a second process would; it is closed with the world. */
  openContext(options?: { databaseUrl?: string; connections?: number }): Context;
  /** Makes a merchant with its own organization, a key pair, a wallet, and money if requested. */
  makeMerchant(merchant?: MerchantToMake): Promise<TestMerchant>;
  /** Returns rows as the superuser sees them, with sealed texts opened. */
  look<R extends object>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** Returns the rows of all homes. */
  lookEverywhere<R extends object>(text: string): Promise<R[]>;
  /** Registers a function that must run before the database is dropped; the last one registered runs first. */
  onClose(close: () => Promise<void>): void;
}

/** Makes a world; it closes by itself after the test or file that made it. */
export async function makeWorld({
  twoHomes = HAS_TWO_HOMES,
  secondServer,
  ...options
}: WorldOptions = {}): Promise<World> {
  const server = await findTestServer({ logical: twoHomes });
  const closers: (() => Promise<void>)[] = [];
  after(() => closeAll(closers));
  const { databaseUrl, ownerUrl } = await makeDatabase(server, closers);
  const others = twoHomes ? [await makeSecondHome(secondServer ?? server, ownerUrl, closers)] : [];
  const lookers = [ownerUrl, ...others.map((home) => home.ownerUrl)].map((connectionString) => {
    const pool = new pg.Pool({ connectionString, max: 4 });
    // A lost idle connection is replaced at the next query.
    pool.on("error", () => undefined);
    closers.push(() => pool.end());
    return pool;
  });
  const environment = {
    VITARAN_MASTER_KEY: randomBytes(32).toString("base64"),
    LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
    ...options.environment,
    // To move a merchant takes the rights of the databases' owners.
    DATABASE_URL: twoHomes ? ownerUrl : databaseUrl,
    DATABASE_HOMES: others.map((home) => `${home.name}=${home.ownerUrl}`).join(" "),
  };
  const config = readConfig(environment);
  const openContext: World["openContext"] = (other = {}) => {
    const homes = others.map(({ name, databaseUrl: url }) => ({ name, url }));
    const { connections = config.databaseConnections } = other;
    const ctx = makeContext(config, { url: other.databaseUrl ?? databaseUrl, homes, connections });
    closers.push(() => ctx.db.close());
    return ctx;
  };
  const ctx = openContext();

  return {
    ctx,
    databaseUrl,
    ownerUrl,
    secondHome: others[0] ?? null,
    environment,
    openContext,
    // Imported on first use, so that a test of a lower module does not load the higher ones.
    makeMerchant: async (merchant = {}) =>
      (await import("./make-merchant.ts")).makeMerchant(ctx, { home: others[0]?.name, ...merchant }),
    look: async <R extends object>(text: string, values: readonly unknown[] = []) => {
      const said = await lookAtHomes(lookers, text, values);
      // A test that changes the directory counts as a process that has written there.
      if (lookers.length > 1) await noteWritten(ctx);
      // Several statements at once return no rows.
      return (await openRows(ctx, Array.isArray(said) ? [] : said.rows)) as R[];
    },
    lookEverywhere: async <R extends object>(text: string) => {
      const found = await Promise.all(lookers.map((pool) => pool.query(text)));
      return (await openRows(
        ctx,
        found.flatMap(({ rows }) => rows),
      )) as R[];
    },
    onClose: (close) => void closers.push(close),
  };
}

/** The tables of `access` that hold rows of merchants are written at their homes. */
const OF_DIRECTORY = "access\\.(?!api_client|token|rate_window|deed_count)|health\\.(?:outage|feed|live)";
const WRITES_DIRECTORY = new RegExp(`\\b(?:insert into|update|delete from) (?:${OF_DIRECTORY})`);

/** A sum of no rows has none. */
const hasValue = (row: object): boolean => Object.values(row).some((value) => value !== null);

/** Looks at the home of the merchant whose ID is given; without one at the first home that has something. */
async function lookAtHomes(
  lookers: readonly pg.Pool[],
  text: string,
  values: readonly unknown[],
): Promise<pg.QueryResult | pg.QueryResult[]> {
  const [first, second] = lookers;
  if (second === undefined) return first!.query(text, [...values]);
  const ids = values.filter((value) => typeof value === "string" && /^[0-9a-f-]{36}$/.test(value));
  const { rows: places } = await first!.query("select home from access.place where id = any ($1::uuid[])", [
    ids,
  ]);
  const names = new Set(places.map(({ home }) => home as string));
  if (names.size === 1 && names.has(SECOND) && !WRITES_DIRECTORY.test(text))
    return second.query(text, [...values]);
  const said = (await first!.query(text, [...values])) as pg.QueryResult | pg.QueryResult[];
  const isFound = [said]
    .flat()
    .some(({ rows, rowCount, command }) =>
      command === "SELECT" ? rows.some(hasValue) : (rowCount ?? 0) > 0,
    );
  return isFound || WRITES_DIRECTORY.test(text) ? said : second.query(text, [...values]);
}

async function makeDatabase(server: TestServer, closers: (() => Promise<void>)[]): Promise<WorldDatabase> {
  const database = `world_${randomBytes(8).toString("hex")}`;
  await withClient(server.ownerUrl, async (client) => {
    await client.query(cloneDatabase(database, TEMPLATE));
    await client.query(bePatient(database, new URL(server.appUrl).username));
  });
  closers.push(async () => {
    await withClient(server.ownerUrl, (client) => client.query(`drop database ${database} with (force)`));
  });
  const at = (url: string): string => new URL(`/${database}`, url).href;
  return { databaseUrl: at(server.appUrl), ownerUrl: at(server.ownerUrl) };
}

const SECOND = "west";

async function makeSecondHome(
  server: TestServer,
  directoryUrl: string,
  closers: (() => Promise<void>)[],
): Promise<WorldDatabase & { name: string }> {
  const home = await makeDatabase(server, closers);
  // Slots belong to the whole server, and are named by the home.
  await prepareHome({ name: SECOND, ownerUrl: home.ownerUrl, directoryUrl, copyFromUrl: directoryUrl });
  closers.push(() => endCopies({ name: SECOND, ownerUrl: home.ownerUrl, directoryUrl }));
  return { ...home, name: SECOND };
}

async function noteWritten(ctx: Context): Promise<void> {
  await ctx.db
    .directory((tx) => tx.execute("select"))
    .catch((error: unknown) => {
      // A test that has killed the database waits for it by itself.
      if (!isUnavailable(error)) throw error;
    });
}

interface Addresses {
  readonly url: string;
  readonly homes: readonly { readonly name: string; readonly url: string }[];
  readonly connections: number;
}

function makeContext(config: Config, { url, homes: others, connections }: Addresses): Context {
  const log = makeLog(config.logLevel);
  const vault = makeVault(config.masterKeys);
  return {
    config,
    log,
    vault,
    db: openDb({ url, others, connections, log, vault, patienceMs: PATIENCE_MS }),
  };
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

/** Returns a context with another view of its only home. */
export function changeHome({ db, ...rest }: Context, change: (home: Home) => Home): Context {
  const home = change(db.homes.directory());
  const homes: Homes = { ...db.homes, of: async () => home, known: () => home, all: () => [home] };
  return { ...rest, db: { ...db, homes, atHome: (_merchantId, work) => work(home) } };
}
