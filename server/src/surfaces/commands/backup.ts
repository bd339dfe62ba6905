/** Backups of the whole database: they are written, restored, and tested in a scratch database. */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import pg from "pg";
import { checkMasterKey } from "#access";
import { sumTables } from "#lib/backup/copy";
import { loadBackup } from "#lib/backup/load-backup";
import { writeBackup } from "#lib/backup/write-backup";
import type { Context } from "#lib/context";
import { openDb } from "#lib/db";
import { makeLog } from "#lib/log";
import { provisionAppRole } from "#lib/provision-app-role";
import { makeVault } from "#lib/vault";
import { verifyLedger } from "#proof";
import { FORGET_IDENTITY } from "#reconciliation";
import { CommandError } from "./command-error.ts";
import { openEngine, openDatabase, readMasterKeys } from "./open-engine.ts";
import { makeFactPrinter, showProgress, type FactPrinter } from "./print-result.ts";
import { readCommandConfig, terminal } from "./terminal.ts";

export interface BackUpOptions {
  readonly file?: string;
  readonly drill?: boolean;
  readonly json?: boolean;
}

/** `vitaran backup`: saves the whole database in a file beside a running server; `drill` tests it at once. */
export async function backUp({ file, drill = false, json = false }: BackUpOptions): Promise<void> {
  const printer = makeFactPrinter({ json });
  const path = fromWhereTyped(
    file ?? `vitaran-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}.backup`,
  );
  if (existsSync(path)) throw new CommandError(`${path} already exists. A backup never overwrites a file.`);
  if (!existsSync(dirname(path)))
    throw new CommandError(`The folder ${dirname(path)} does not exist. Create it first.`);
  const engine = await openEngine(readCommandConfig(), { join: true });
  try {
    const { ctx, ownerUrl } = engine;
    const { vault } = ctx;
    const progress = showProgress("backup");
    const written = await writeBackup({ ownerUrl, path, vault, onProgress: progress.at }).finally(
      progress.end,
    );
    const { bytes, tables, rows, at } = written;
    printer.fact(
      { ...written, holdsMasterKey: false },
      `${path}: ${tables} tables with ${rows} rows as of ${at}, ${bytes} bytes.`,
    );
    printer.note(
      `It does not include the master key, and cannot be restored without it: keep VITARAN_MASTER_KEY, or ` +
        `${join(ctx.config.dataDir, "master.key")}, in a different place.`,
    );
    if (drill) tellDrill(printer, await drillBackup(engine, path, { acceptUnkeyed: false }));
  } finally {
    await engine.close();
  }
}

/** Resolves a path from the folder in which the command was typed: npm runs scripts in another one. */
export const fromWhereTyped = (path: string): string => resolve(terminal().environment.INIT_CWD ?? ".", path);

export interface RestoreOptions {
  readonly replace?: boolean;
  readonly check?: boolean;
  readonly acceptUnkeyed?: boolean;
  readonly json?: boolean;
}

/**
 * `vitaran restore`: fills the database from a backup in one transaction. It does not touch a database that
 * has data unless `replace` is set. `check` only tests the backup, beside a server that may run.
 */
export async function restore(file: string, options: RestoreOptions): Promise<void> {
  const path = fromWhereTyped(file);
  if (!existsSync(path)) throw new CommandError(`There is no file ${path}.`);
  const config = readCommandConfig();
  const printer = makeFactPrinter(options);
  const { replace = false, acceptUnkeyed = false } = options;
  if (options.check === true) {
    const engine = await openEngine(config, { join: true });
    try {
      tellDrill(printer, await drillBackup(engine, path, { acceptUnkeyed }));
    } finally {
      await engine.close();
    }
    return;
  }
  const masterKeys = await readMasterKeys(config, { make: false });
  if (masterKeys.length === 0) {
    throw new CommandError(
      `There is no master key: set VITARAN_MASTER_KEY, or copy the key file to ${join(config.dataDir, "master.key")}.`,
    );
  }
  const vault = makeVault(masterKeys);
  const database = await openDatabase(config, { log: makeLog(config.logLevel), mayJoin: true });
  try {
    const progress = showProgress("restore");
    const whole = { ownerUrl: database.url, path, vault, acceptUnkeyed, replace, atEnd: FORGET_IDENTITY };
    const { head, sums, migrated, isKeyed } = await loadBackup({ ...whole, onProgress: progress.at }).finally(
      progress.end,
    );
    const rows = Object.values(sums).reduce((total, one) => total + one.rows, 0);
    const facts = { file: path, at: head.at, tables: Object.keys(sums).length, rows, migrated, isKeyed };
    printer.fact(facts, `Restored ${facts.tables} tables with ${rows} rows, as of ${head.at}.`);
    if (!isKeyed) printer.note(UNKEYED);
    printer.note(
      "After the next start every bank is held until its statements since then are in: banks may have made payments " +
        "that the backup does not have. `verify-ledger` verifies the books; `end-recovery` ends a hold sooner.",
    );
  } finally {
    await database.stop();
  }
}

/** The results of a restore into a scratch database. */
interface Drill {
  readonly file: string;
  /** The time of the restored state. */
  readonly at: string;
  readonly tables: number;
  readonly rows: number;
  /** Tables whose rows, read back, differ from the file. */
  readonly differing: readonly string[];
  /** The migrations that were applied to an older backup. If there are any, rows are not compared. */
  readonly migrated: readonly string[];
  /** True if keyed checksums proved that the file is unchanged since it was made here. */
  readonly isKeyed: boolean;
  /** The number of checked invariants of the books, and of the contradictions found. */
  readonly invariants: number;
  readonly findings: number;
  readonly seconds: number;
}

/** The server for the drill: its owner may create other databases. */
interface Ground {
  readonly ctx: Context;
  readonly ownerUrl: string;
}

/**
 * Restores a backup into a scratch database that is dropped afterwards: reads every row back, migrates the
 * schema, checks the master key and proves the books. Nothing is sent from there. Throws BackupError,
 * MigrationError, AccessError.wrong_master_key.
 */
async function drillBackup(
  { ctx, ownerUrl }: Ground,
  path: string,
  { acceptUnkeyed }: { readonly acceptUnkeyed: boolean },
): Promise<Drill> {
  const startedAt = performance.now();
  const scratch = `vitaran_drill_${randomBytes(6).toString("hex")}`;
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: "vitaran-drill" });
  await owner.connect();
  try {
    await owner.query(`create database ${scratch}`);
    const scratchUrl = new URL(`/${scratch}`, ownerUrl).href;
    const progress = showProgress("restore");
    const { head, sums, migrated, isKeyed } = await loadBackup({
      ownerUrl: scratchUrl,
      path,
      vault: ctx.vault,
      acceptUnkeyed,
      replace: false,
      atEnd: "select",
      onProgress: progress.at,
    }).finally(progress.end);
    const found = migrated.length === 0 ? await sumTables(scratchUrl) : sums;
    const books = await proveBooks(ctx, scratchUrl);
    const rows = Object.values(sums).reduce((total, one) => total + one.rows, 0);
    const differing = Object.keys({ ...sums, ...found }).filter(
      (name) => sums[name]?.sum !== found[name]?.sum,
    );
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    return {
      file: path,
      at: head.at,
      tables: Object.keys(sums).length,
      rows,
      differing,
      migrated,
      isKeyed,
      ...books,
      seconds,
    };
  } finally {
    await owner.query(`drop database if exists ${scratch} with (force)`);
    await owner.end();
  }
}

async function proveBooks(ctx: Context, scratchUrl: string): Promise<Pick<Drill, "invariants" | "findings">> {
  const password = ctx.vault.hmac("database.app_role", "password").toString("base64url");
  const url = await provisionAppRole(scratchUrl, password);
  const db = openDb({ url, connections: 2, log: ctx.log, vault: ctx.vault });
  try {
    const there: Context = { ...ctx, db };
    await checkMasterKey(there);
    const { checked, findings } = await verifyLedger(there);
    return { invariants: checked.length, findings: findings.length };
  } finally {
    await db.close();
  }
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
