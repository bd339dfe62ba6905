/** A backup is tried: restored into a scratch database, read back, and its books proved. */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { checkMasterKey } from "#access";
import { sumTables } from "#lib/backup/copy";
import { BackupError } from "#lib/backup/errors";
import { loadBackup } from "#lib/backup/load-backup";
import type { Context } from "#lib/context";
import { openDb } from "#lib/homes";
import { appPassword, provisionAppRole } from "#lib/provision-app-role";
import { verifyLedger } from "#proof";

/** The results of a restore into a scratch database. */
export interface Drill {
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
export interface DrillGround {
  readonly ctx: Context;
  readonly ownerUrl: string;
}

interface DrillOptions {
  readonly acceptUnkeyed: boolean;
  /** Called with the share that has been restored, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/**
 * Restores a backup into a scratch database that is dropped afterwards: reads every row back, migrates the
 * schema, checks the master key and proves the books. Nothing is sent from there. Throws BackupError,
 * MigrationError, AccessError.wrong_master_key.
 */
export async function drillBackup(
  { ctx, ownerUrl }: DrillGround,
  path: string,
  { acceptUnkeyed, onProgress }: DrillOptions,
): Promise<Drill> {
  const startedAt = performance.now();
  const scratch = `${SCRATCH}${Math.floor(Date.now() / 1_000)}_${randomBytes(6).toString("hex")}`;
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: "vitaran-drill" });
  await owner.connect();
  try {
    await dropForgotten(owner);
    await owner.query(`create database ${scratch}`).catch((error: { code?: string }) => {
      if (error.code !== "42501") throw error;
      throw BackupError.no_scratch_database({ role: decodeURIComponent(new URL(ownerUrl).username) });
    });
    const scratchUrl = new URL(`/${scratch}`, ownerUrl).href;
    const { head, sums, migrated, isKeyed } = await loadBackup({
      ownerUrl: scratchUrl,
      path,
      vault: ctx.vault,
      acceptUnkeyed,
      replace: false,
      atEnd: "select",
      ...(onProgress === undefined ? {} : { onProgress }),
    });
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
    await dropScratch(owner, scratch);
    await owner.end();
  }
}

const SCRATCH = "vitaran_drill_";
const DAY_S = 86_400;

/** Drops what processes have left that died during a drill. The time is in the name. */
async function dropForgotten(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select datname as name from pg_database
     where datname ~ '^${SCRATCH}\\d+_'
       and pg_get_userbyid(datdba) = current_user
       and split_part(datname, '_', 3)::bigint < extract(epoch from now()) - ${DAY_S}`,
  );
  for (const { name } of rows) await owner.query(`drop database if exists ${name}`).catch(() => undefined);
}

const DROP_TRIES = 12;

/**
 * PostgreSQL waits five seconds for sessions that are about to end. Only a superuser may end them all, as those of
 * autovacuum are of no role.
 */
async function dropScratch(owner: pg.Client, scratch: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await owner.query(`drop database if exists ${scratch}`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== "55006" || tries === DROP_TRIES) throw error;
    }
  }
}

async function proveBooks(ctx: Context, scratchUrl: string): Promise<Pick<Drill, "invariants" | "findings">> {
  const url = await provisionAppRole(scratchUrl, appPassword(ctx.vault));
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
