import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { writeBackup } from "#lib/backup/write-backup";
import { CommandError } from "./command-error.ts";
import { drillBackup } from "./drill-backup.ts";
import { openEngine } from "./open-engine.ts";
import { makeFactPrinter, showProgress } from "./print-result.ts";
import { tellDrill } from "./tell-drill.ts";
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
