import { randomBytes } from "node:crypto";
import pg from "pg";
import { checkMasterKey } from "#access";
import { loadBackup } from "#lib/backup/load-backup";
import { sumTables } from "#lib/backup/list-tables";
import type { Context } from "#lib/context";
import { openDb } from "#lib/db";
import { provisionAppRole } from "#lib/provision-app-role";
import { verifyLedger } from "#proof";
import { showProgress } from "./print-result.ts";

/** The results of a restore into a scratch database. */
export interface Drill {
  readonly file: string;
  /** The time of the restored state. */
  readonly at: string;
  readonly tables: number;
  readonly rows: number;
  /** Tables whose rows, read back, differ from the file. */
  readonly differing: readonly string[];
  /** Migrations that were applied to an older backup; then rows are not compared. */
  readonly migrated: readonly string[];
  /** True if keyed checksums proved that the file is unchanged since it was made here. */
  readonly isKeyed: boolean;
  /** The number of checked invariants of the books, and of the contradictions found. */
  readonly invariants: number;
  readonly findings: number;
  readonly seconds: number;
}

/** The server for the drill: its owner may create other databases. */
export interface Ground {
  readonly ctx: Context;
  readonly ownerUrl: string;
}

/**
 * Restores a backup into a scratch database that is dropped afterwards: reads every row back, migrates the
 * schema, checks the master key and proves the books. Nothing is sent from there. Throws BackupError,
 * MigrationError, AccessError.wrong_master_key.
 */
export async function drillBackup(
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
