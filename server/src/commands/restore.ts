import { existsSync } from "node:fs";
import { join } from "node:path";
import { loadBackup } from "#lib/backup/load-backup";
import { makeLog } from "#lib/log";
import { makeVault } from "#lib/vault";
import { FORGET_IDENTITY } from "#reconciliation";
import { fromWhereTyped } from "./back-up.ts";
import { CommandError } from "./command-error.ts";
import { drillBackup } from "./drill-backup.ts";
import { openDatabase, openEngine, readMasterKeys } from "./open-engine.ts";
import { makeFactPrinter, showProgress } from "./print-result.ts";
import { tellDrill, UNKEYED } from "./tell-drill.ts";
import { readCommandConfig } from "./terminal.ts";

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
        "that the backup does not have. `verify-ledger` verifies the books; `end-recovery` resumes a bank sooner.",
    );
  } finally {
    await database.stop();
  }
}
