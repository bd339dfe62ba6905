/** Opens the engine of every command: settings, master keys, database and vault. */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { checkMasterKey } from "#access";
import { registerGuardApprovals } from "#approvals";
import { beginKeyingAlone, readKeyingBegun } from "#audit";
import { closeBanks } from "#banks";
import { registerBatchApprovals } from "#batches";
import { keepIfscsKnown, readKnownIfscs, registerBeneficiaryApprovals } from "#beneficiaries";
import { registerConnections } from "#fund-sources";
import { registerLending } from "#lending";
import { readConfig, type Config } from "#lib/config";
import type { Context } from "#lib/context";
import { openDb, type HomeAddress } from "#lib/homes";
import { keepPostgres } from "#lib/keep-postgres";
import { makeLog, type Logger } from "#lib/log";
import { migrate } from "#lib/migrate";
import { holdPort, portOf } from "#lib/own-ports";
import { HomeError, updateDirectory, updateHome } from "#lib/prepare-home";
import { appAddress, appPassword, provisionAppRole } from "#lib/provision-app-role";
import { makeVault } from "#lib/vault";
import type { Working } from "#lib/worker";
import { registerLinks } from "#links";
import { noticeRestore, registerReleases, watchDatabases } from "#reconciliation";
import { registerRiskApprovals } from "#risk";
import { registerSettingApprovals } from "#settings";
import { registerProviderApprovals } from "#sign-on";
import { registerTransfers } from "#transfers";
import { registerWithdrawals } from "#withdrawals";
import { replayKeptLines } from "./replay-erasures.ts";
import { terminal } from "./terminal.ts";

export interface Engine {
  ctx: Context;
  /** The URL of the database's owner, for copies of the whole database. */
  ownerUrl: string;
  /** Closes the connections and, if the database is our own, stops it. */
  close(): Promise<void>;
}

/**
 * Opens the engine: migrates the schema, and connects as the role that owns nothing. With `join` an embedded
 * database that another process of this data folder runs is used as it is.
 */
export async function openEngine(
  config: Config = readConfig(terminal().environment),
  { join: mayJoin = false }: { join?: boolean } = {},
): Promise<Engine> {
  const log = makeLog(config.logLevel);
  await mkdir(config.dataDir, { recursive: true });
  const masterKeys = await readMasterKeys(config, { make: true });
  const database = await openDatabase(config, { log, mayJoin });
  try {
    // A command beside a server may change rows, but never the schema, which the server may need as it is.
    if (!database.joined) await migrate(database.url);
    const vault = makeVault(masterKeys);
    const password = appPassword(vault);
    const url = await provisionAppRole(database.url, password);
    if (config.homes.length > 0 && !database.joined) await updateDirectory(database.url);
    const others = await openHomes(config, { log, password, joined: database.joined });
    const db = openDb({ url, others, connections: config.databaseConnections, log, vault });
    const ports = holdPorts(config, database.url);
    const ctx: Context = { config, db, vault, log };
    registerModules();
    let forgetIfscs = async (): Promise<void> => undefined;
    let watching: Working | null = null;
    const close = async (): Promise<void> => {
      await watching?.stop();
      await forgetIfscs();
      await db.close();
      // The command's own requests have responses by now; other engines of this process may still use the
      // banks.
      if (!database.joined) await closeBanks();
      await database.stop();
      for (const release of ports) release();
    };
    await prepare(ctx, database).catch(async (error: unknown) => {
      await close();
      throw error;
    });
    // A command that joins ends before anything changes.
    if (database.joined) await readKnownIfscs(ctx);
    else {
      watching = watchDatabases(ctx);
      forgetIfscs = await keepIfscsKnown(ctx);
    }
    return { ctx, ownerUrl: database.url, close };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/**
 * Brings the homes beside the first one up to date, and returns their addresses for the application. One that is away
 * stops only its merchants: it is brought up to date when it is back.
 */
async function openHomes(
  { homes }: Config,
  { log, password, joined }: { log: Logger; password: string; joined: boolean },
): Promise<HomeAddress[]> {
  return Promise.all(
    homes.map(async ({ name, url: ownerUrl }) => {
      const address = { name, url: appAddress(ownerUrl, password) };
      // The server that a command joins has done it.
      if (joined) return address;
      const prepare = async (): Promise<void> => {
        await updateHome({ name, ownerUrl });
        await provisionAppRole(ownerUrl, password);
      };
      const preparing = prepare();
      try {
        await Promise.race([preparing, refuseAfter(ANSWERS_WITHIN_MS)]);
        return address;
      } catch (error) {
        preparing.catch(() => undefined);
        if (HomeError.is(error)) throw error;
        log.warn({ home: name, err: error }, "a home is away: its merchants are not served until it is back");
        return { ...address, prepare };
      }
    }),
  );
}

/** A home that needs longer is away. Migrations of a large one end in the background then. */
const ANSWERS_WITHIN_MS = 10_000;

async function refuseAfter(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false });
  throw new Error(`it has not answered within ${ms} ms`);
}

/** Holds the ports on which this installation listens, as far as its settings name them. */
function holdPorts({ port, simulatorUrl }: Config, databaseUrl: string): (() => void)[] {
  const urls = simulatorUrl === null ? [databaseUrl] : [databaseUrl, simulatorUrl];
  const ports = [port, ...urls.map((text) => portOf(new URL(text)))];
  return ports.filter((one) => one !== 0).map(holdPort);
}

/** Checks what must be known before anything is done with the database. */
async function prepare(ctx: Context, { joined }: Database): Promise<void> {
  await checkMasterKey(ctx);
  // A server that is running has already done the remaining checks.
  if (joined) return;
  await replayKeptLines(ctx);
  await noticeRestore(ctx);
  // No other process uses an embedded database, so no process of an older version does.
  if (ctx.config.databaseUrl === null) await beginKeyingAlone(ctx);
  if ((await readKeyingBegun(ctx)) === null) ctx.log.warn(NOT_KEYED);
}

const NOT_KEYED =
  "audit records without a keyed hash are accepted until you run begin-audit-keys, after the old version has stopped";

/** The database as its owner sees it; its schema has not been created. */
interface Database {
  url: string;
  joined: boolean;
  stop: () => Promise<void>;
}

/** Opens the configured or embedded database. With `mayJoin` one that is running is used as it is. */
export async function openDatabase(
  config: Config,
  { log, mayJoin }: { log: Logger; mayJoin: boolean },
): Promise<Database> {
  const outside = config.databaseUrl ?? (mayJoin ? await readRunning(config.dataDir) : null);
  if (outside !== null) return { url: outside, joined: mayJoin, stop: async () => undefined };
  const postgres = await keepPostgres({ dataDir: join(config.dataDir, "postgres"), log });
  const file = runningFile(config.dataDir);
  await writeFile(file, JSON.stringify({ pid: process.pid, url: postgres.url }), { mode: 0o600 });
  const stop = async (): Promise<void> => {
    await postgres.stop();
    await rm(file, { force: true });
  };
  return { url: postgres.url, joined: false, stop };
}

/** The file in which the process that runs the embedded database says so, for commands that join it. */
function runningFile(dataDir: string): string {
  return join(dataDir, "running.json");
}

/** Returns the database of a running server on the same data folder; null if there is none. */
async function readRunning(dataDir: string): Promise<string | null> {
  const file = runningFile(dataDir);
  if (!existsSync(file)) return null;
  const { pid, url } = JSON.parse(await readFile(file, "utf8")) as { pid: number; url: string };
  try {
    process.kill(pid, 0);
    return url;
  } catch {
    // The process that wrote the file is gone and had no time to remove it.
    return null;
  }
}

/**
 * Returns the master keys of the settings, or the key of a machine without any in its settings: with `make`
 * it is created once, readable by its owner only. The list is empty if there is none.
 */
export async function readMasterKeys(
  { masterKeys, dataDir }: Config,
  { make }: { make: boolean },
): Promise<readonly Buffer[]> {
  if (masterKeys.length > 0) return masterKeys;
  const path = join(dataDir, "master.key");
  if (!existsSync(path)) {
    if (!make) return [];
    await writeFile(path, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600, flag: "wx" });
  }
  return [Buffer.from((await readFile(path, "utf8")).trim(), "base64")];
}

/** Lets modules follow events of others; called once in each process that serves or works. */
export function registerModules(): void {
  registerGuardApprovals();
  registerTransfers();
  registerBatchApprovals();
  registerBeneficiaryApprovals();
  registerRiskApprovals();
  registerSettingApprovals();
  registerProviderApprovals();
  registerReleases();
  registerConnections();
  registerLinks();
  registerWithdrawals();
  registerLending();
}
