/** Backups of the whole database: they are written, restored, and tested in a scratch database. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import pg from "pg";
import {
  drillBackup,
  fetchStoredBackup,
  isProved,
  listStoredBackups,
  makeStoredBackup,
  readBackupStates,
  type Drill,
  type DrillGround,
} from "#backups";
import { readLine } from "#erasures";
import { loadBackup } from "#lib/backup/load-backup";
import { writeBackup } from "#lib/backup/write-backup";
import type { Context } from "#lib/context";
import { type Config, homeUrl } from "#lib/config";
import { crashPoint } from "#lib/crash-points";
import { FIRST_HOME } from "#lib/homes";
import { makeLog } from "#lib/log";
import { makeVault } from "#lib/vault";
import { FORGET_IDENTITY } from "#reconciliation";
import { CommandError } from "./command-error.ts";
import { openEngine, openDatabase, readMasterKeys } from "./open-engine.ts";
import { makeFactPrinter, showProgress, type FactPrinter } from "./print-result.ts";
import {
  findLines,
  keepLines,
  readKeptLines,
  readLines,
  replayLines,
  withDatabase,
} from "./replay-erasures.ts";
import { readCommandConfig, terminal } from "./terminal.ts";

export interface BackUpOptions {
  readonly home?: string;
  readonly file?: string;
  readonly store?: boolean;
  readonly drill?: boolean;
  readonly json?: boolean;
}

/** `vitaran backup`: saves the whole database beside a running server, in a file or the store; `drill` tests it. */
export async function backUp(options: BackUpOptions): Promise<void> {
  const { home, file, store = false } = options;
  if (store && file !== undefined) throw new CommandError("Use --file or --store, not both.");
  const path = fromWhereTyped(
    file ?? `vitaran-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}.backup`,
  );
  if (!store && existsSync(path))
    throw new CommandError(`${path} already exists. A backup never overwrites a file.`);
  if (!store && !existsSync(dirname(path)))
    throw new CommandError(`The folder ${dirname(path)} does not exist. Create it first.`);
  const config = readCommandConfig();
  mustNameHome(config, home);
  const engine = await openEngine(config, { join: true });
  try {
    const ownerUrl = homeOr(engine.ownerUrl, config, home);
    await (store ? backUpToStore : backUpToFile)(engine.ctx, { ...options, ownerUrl, path });
  } finally {
    await engine.close();
  }
}

interface BackUp extends BackUpOptions {
  readonly ownerUrl: string;
  readonly path: string;
}

async function backUpToFile(
  ctx: Context,
  { ownerUrl, path, drill = false, json = false }: BackUp,
): Promise<void> {
  const printer = makeFactPrinter({ json });
  const { vault } = ctx;
  const progress = showProgress("backup");
  const written = await writeBackup({ ownerUrl, path, vault, onProgress: progress.at }).finally(progress.end);
  const { bytes, tables, rows, at } = written;
  printer.fact(
    { ...written, holdsMasterKey: false },
    `${path}: ${tables} tables with ${rows} rows as of ${at}, ${bytes} bytes.`,
  );
  printer.note(
    `It does not include the master key, and cannot be restored without it: keep VITARAN_MASTER_KEY, or ` +
      `${join(ctx.config.dataDir, "master.key")}, in a different place.`,
  );
  if (drill) tellDrill(printer, await runDrill({ ctx, ownerUrl }, path, false));
}

async function backUpToStore(
  ctx: Context,
  { ownerUrl, home: name = FIRST_HOME, drill = false, json = false }: BackUp,
): Promise<void> {
  const printer = makeFactPrinter({ json });
  const home = ctx.db.homes.all().find((one) => one.name === name)!;
  const { made, removed } = await makeStoredBackup(ctx, { home, ownerUrl, drill });
  const { tables, rows, at, bytes } = made;
  printer.fact(
    { ...made, isProved: isProved(made), removed },
    `${made.name}: ${tables} tables with ${rows} rows as of ${at}, ${bytes} bytes, encrypted.`,
  );
  if (made.drill === null) printer.note("It was not proved: add --drill.");
  else tellDrill(printer, { file: made.name, ...made.drill });
  if (removed.length > 0) printer.note(`Removed old backups: ${removed.join(", ")}.`);
}

async function runDrill(ground: DrillGround, path: string, acceptUnkeyed: boolean): Promise<Drill> {
  const progress = showProgress("restore");
  return drillBackup(ground, path, { acceptUnkeyed, onProgress: progress.at }).finally(progress.end);
}

export interface ListOptions {
  readonly home?: string;
  readonly json?: boolean;
}

/** `vitaran list-backups`: the backups in the store, the newest first, and how each home's last one went. */
export async function listBackups({ home, json = false }: ListOptions): Promise<void> {
  const config = readCommandConfig();
  mustNameHome(config, home);
  const printer = makeFactPrinter({ json });
  const engine = await openEngine(config, { join: true });
  try {
    const { ctx } = engine;
    const backups = await listStoredBackups(ctx, home ?? FIRST_HOME);
    for (const one of backups) {
      const proof = isProved(one) ? "proved" : one.drill === null ? "not proved" : "NOT good";
      const line = `${one.name}  as of ${one.at}  ${one.rows} rows  ${one.bytes} bytes  ${proof}`;
      printer.fact({ ...one, isProved: isProved(one) }, line);
    }
    if (backups.length === 0) printer.note("The store has no backups of this home.");
    for (const state of await readBackupStates(ctx)) {
      if (state.home !== (home ?? FIRST_HOME) || state.fault === null) continue;
      printer.note(`The last backup failed at ${state.triedAt?.toISOString()}: ${state.fault}`);
    }
  } finally {
    await engine.close();
  }
}

/** With several homes each has a backup of its own, and the command must say whose it is. */
function mustNameHome({ homes }: Config, home: string | undefined): void {
  const names = [FIRST_HOME, ...homes.map(({ name }) => name)];
  if (home === undefined && homes.length > 0)
    throw new CommandError(`There are several homes. Name one with --home: ${names.join(", ")}.`);
  if (home !== undefined && !names.includes(home))
    throw new CommandError(`There is no home ${home}. Use one of ${names.join(", ")}.`);
}

const homeOr = (first: string, config: Config, home = FIRST_HOME): string =>
  home === FIRST_HOME ? first : homeUrl(config, home)!;

/** Resolves a path from the folder in which the command was typed: npm runs scripts in another one. */
export const fromWhereTyped = (path: string): string => resolve(terminal().environment.INIT_CWD ?? ".", path);

export interface RestoreOptions {
  readonly home?: string;
  readonly stored?: boolean;
  readonly replace?: boolean;
  readonly check?: boolean;
  readonly acceptUnkeyed?: boolean;
  readonly erasures?: string;
  readonly json?: boolean;
}

/**
 * `vitaran restore`: fills the database from a backup in one transaction. It does not touch a database that
 * has data unless `replace` is set. `check` only tests the backup, beside a server that may run.
 */
export async function restore(file: string, options: RestoreOptions): Promise<void> {
  const config = readCommandConfig();
  mustNameHome(config, options.home);
  if (options.stored === true) {
    // The store is asked without the database, which may be lost.
    const vault = makeVault(await mustHaveMasterKeys(config));
    const ctx = { config, vault, log: makeLog(config.logLevel) };
    const name = file === "latest" ? await findLatest(ctx, options.home ?? FIRST_HOME) : file;
    return fetchStoredBackup(ctx, name, (path) => restoreFrom(path, { config, options }));
  }
  return restoreFrom(existing(file), { config, options });
}

function existing(file: string): string {
  const path = fromWhereTyped(file);
  if (!existsSync(path)) throw new CommandError(`There is no file ${path}.`);
  return path;
}

/** Returns the newest backup that no drill has refuted. */
async function findLatest(ctx: Pick<Context, "config" | "vault" | "log">, home: string): Promise<string> {
  const found = (await listStoredBackups(ctx, home)).find((one) => one.drill === null || isProved(one));
  if (found === undefined) throw new CommandError(`The store has no good backup of the home ${home}.`);
  return found.name;
}

interface Restoring {
  readonly config: Config;
  readonly options: RestoreOptions;
}

async function restoreFrom(path: string, { config, options }: Restoring): Promise<void> {
  const printer = makeFactPrinter(options);
  const { replace = false, acceptUnkeyed = false, home } = options;
  const erasures = options.erasures === undefined ? null : existing(options.erasures);
  if (options.check === true) {
    const engine = await openEngine(config, { join: true });
    try {
      tellDrill(printer, await runDrill(engine, path, acceptUnkeyed));
    } finally {
      await engine.close();
    }
    return;
  }
  const vault = makeVault(await mustHaveMasterKeys(config));
  const log = makeLog(config.logLevel);
  const database = await openDatabase(config, { log, mayJoin: true });
  try {
    const progress = showProgress("restore");
    const ownerUrl = homeOr(database.url, config, home);
    const there = { ownerUrl, config, vault, log };
    const lines = [
      ...(erasures === null ? [] : findLines(readFileSync(erasures, "utf8"))),
      ...(replace ? await linesOfReplaced(there) : []),
      ...readKeptLines(config),
    ];
    for (const line of lines) readLine(vault, line);
    await keepLines(config, [...new Set(lines)]);
    const whole = { ownerUrl, path, vault, acceptUnkeyed, replace, atEnd: FORGET_IDENTITY };
    const { head, sums, migrated, isKeyed } = await loadBackup({ ...whole, onProgress: progress.at }).finally(
      progress.end,
    );
    crashPoint("backups.restore.loaded");
    const rows = Object.values(sums).reduce((total, one) => total + one.rows, 0);
    const facts = { file: path, at: head.at, tables: Object.keys(sums).length, rows, migrated, isKeyed };
    printer.fact(facts, `Restored ${facts.tables} tables with ${rows} rows, as of ${head.at}.`);
    if (!isKeyed) printer.note(UNKEYED);
    const replayed = await withDatabase(there, (ctx) => replayLines(ctx, [...new Set(lines)]));
    await keepLines(config, []);
    for (const one of replayed)
      printer.fact(
        { erasure: one },
        `Erasure ${one.erasureNo} of merchant ${one.merchantId}: ${one.status}.`,
      );
    if (lines.length === 0) printer.note(NO_ERASURES);
    printer.note(
      "After the next start every bank is held until its statements since then are in: banks may have made payments " +
        "that the backup does not have. `verify-ledger` verifies the books; `end-recovery` ends a hold sooner.",
    );
  } finally {
    await database.stop();
  }
}

const NO_ERASURES =
  "No payee was erased again. If some were erased since the backup, run replay-erasures with their list before you " +
  "start the server.";

/** The erasures that the data to be replaced knows of. A database that is empty, or of an older version, knows none. */
async function linesOfReplaced(there: Parameters<typeof withDatabase>[0]): Promise<string[]> {
  const owner = new pg.Client({ connectionString: there.ownerUrl, application_name: "vitaran-restore" });
  await owner.connect();
  try {
    const { rows } = await owner.query("select to_regclass('erasures.erasure') is not null as has");
    return rows[0].has === true ? await withDatabase(there, readLines) : [];
  } finally {
    await owner.end();
  }
}

async function mustHaveMasterKeys(config: Config): Promise<readonly Buffer[]> {
  const masterKeys = await readMasterKeys(config, { make: false });
  if (masterKeys.length > 0) return masterKeys;
  throw new CommandError(
    `There is no master key: set VITARAN_MASTER_KEY, or copy the key file to ${join(config.dataDir, "master.key")}.`,
  );
}

/** Printed for a backup without keyed checksums. */
const UNKEYED =
  "This backup has no keyed checksums. If anyone else could write to the file, do not use the result.";

/** Prints what a drill has proved and what not; sets exit code 1 if anything contradicts the backup. */
function tellDrill(printer: FactPrinter, drill: Drill): void {
  const { at, tables, rows, differing, migrated, isKeyed, invariants, findings, seconds } = drill;
  const isProved = differing.length === 0 && findings === 0;
  const said = [
    `Restored into a scratch database, which is deleted again: ${tables} tables, ${rows} rows, as of ` +
      `${at} (${seconds} s).`,
    isKeyed ? "Its keyed checksums fit: the file is as it was made here." : UNKEYED,
    ...sayRows(differing, migrated),
    "The schema is that of this version, and the master key fits.",
    findings === 0 ? `All ${invariants} invariants of the books hold.` : `The books have ${findings} errors.`,
    isProved ? "The backup is good." : "The backup is NOT good.",
  ];
  printer.fact({ drill: { ...drill, isProved } }, said.join("\n"));
  if (!isProved) terminal().exitCode = 1;
}

function sayRows(differing: readonly string[], migrated: readonly string[]): string[] {
  if (migrated.length > 0)
    return [`It was made by an older version and brought up to date by ${migrated.join(", ")}.`];
  if (differing.length === 0) return ["Read back, every table has the rows of the backup."];
  return [`The rows of these tables differ from the backup: ${differing.join(", ")}.`];
}
