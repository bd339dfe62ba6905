import { createWriteStream } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { Command } from "commander";
import { readMerchant } from "#access";
import type { Actor } from "#audit";
import { BENEFICIARY_FIELDS, type BeneficiaryRow, IMPORT_SET_ROWS, readBeneficiaryFile } from "#batches";
import { importBeneficiaries } from "#beneficiaries";
import type { Context } from "#lib/context";
import { type ColumnToWrite, type RowToWrite, writeCsv } from "@vitaran/spreadsheets";
import { fromWhereTyped } from "./backup.ts";
import { CommandError, EXIT } from "./command-error.ts";
import { findDecider } from "./define-command.ts";
import { openEngine } from "./open-engine.ts";
import { readId } from "./option-values.ts";
import { type FactPrinter, makeFactPrinter, showProgress } from "./print-result.ts";
import { readCommandConfig, terminal } from "./terminal.ts";

interface ImportOptions {
  readonly merchant: string;
  readonly file: string;
  readonly member?: string;
  readonly refused?: string;
  readonly json?: boolean;
}

/** The number of refusals shown on the screen; the file of refused rows has all of them. */
const SHOWN_MAX = 20;

/**
 * `vitaran import-beneficiaries`: adds the rows of a file in sets, each in a transaction of its own. Rows
 * that exist already with the same details are counted and skipped, so that an interrupted import can be run
 * again. Refused rows are printed and written to a file, which can be imported once it is corrected.
 */
async function importBeneficiaryFile(options: ImportOptions): Promise<void> {
  const printer = makeFactPrinter(options);
  const path = fromWhereTyped(options.file);
  const refusedPath = options.refused === undefined ? `${path}.refused.csv` : fromWhereTyped(options.refused);
  if (refusedPath === path) throw new CommandError("--refused cannot be the file that is imported.");
  const rows = await readBeneficiaryFile(await read(path));
  if (rows.length === 0) throw new CommandError(`${path} has no rows below the header.`);
  const engine = await openEngine(readCommandConfig(), { join: true });
  try {
    const result = await importRows(engine.ctx, rows, options);
    await writeRefused(result.refused, refusedPath);
    tell(printer, result, { refusedPath, all: options.json === true });
  } finally {
    await engine.close();
  }
}

async function read(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

interface RefusedRow {
  readonly line: number;
  readonly fields: BeneficiaryRow["fields"];
  /** A short name of the reason. */
  readonly code: string;
  readonly reason: string;
}

interface Imported {
  readonly rows: number;
  readonly added: number;
  readonly awaitingApproval: number;
  readonly present: number;
  readonly refused: readonly RefusedRow[];
}

async function importRows(
  ctx: Context,
  rows: readonly BeneficiaryRow[],
  { merchant, member }: ImportOptions,
): Promise<Imported> {
  const by = await ctx.db.inMerchant(merchant, async (tx) => {
    await readMerchant(tx);
    return findDecider(tx, member, "manage_beneficiaries");
  });
  const sound = rows.filter((row) => row.kind === "sound");
  const refused: RefusedRow[] = rows.flatMap((row) =>
    row.kind === "refused"
      ? [{ line: row.line, fields: row.fields, code: row.failure.failure, reason: row.failure.because }]
      : [],
  );
  const counts = { added: 0, awaitingApproval: 0, present: 0 };
  const progress = showProgress("import");
  try {
    for (let from = 0; from < sound.length; from += IMPORT_SET_ROWS) {
      const set = sound.slice(from, from + IMPORT_SET_ROWS);
      refused.push(...(await importSet(ctx, set, { merchant, by, counts })));
      progress.at(Math.min(1, (from + IMPORT_SET_ROWS) / sound.length));
    }
  } finally {
    progress.end();
  }
  return { rows: rows.length, ...counts, refused: refused.toSorted((one, other) => one.line - other.line) };
}

interface SetContext {
  readonly merchant: string;
  readonly by: Actor;
  readonly counts: { added: number; awaitingApproval: number; present: number };
}

/** Counts the results of the rows, and returns those that were refused. */
async function importSet(
  ctx: Context,
  rows: readonly Extract<BeneficiaryRow, { kind: "sound" }>[],
  { merchant, by, counts }: SetContext,
): Promise<RefusedRow[]> {
  const beneficiaries = rows.map(({ input }) => input);
  const outcomes = await importBeneficiaries(ctx, merchant, { beneficiaries, by });
  return outcomes.flatMap((outcome, index) => {
    if (outcome.kind === "refused") {
      const { line, fields } = rows[index]!;
      const { code, message } = outcome.error;
      return [
        { line, fields, code, reason: code === "id_exists" ? `${message}, with other details` : message },
      ];
    }
    counts[outcome.kind] += 1;
    if (outcome.kind === "added" && outcome.awaitsApproval === true) counts.awaitingApproval += 1;
    return [];
  });
}

function tell(
  printer: FactPrinter,
  result: Imported,
  { refusedPath, all }: { refusedPath: string; all: boolean },
): void {
  const { refused, ...counts } = result;
  for (const [index, { line, fields, code, reason }] of refused.entries()) {
    const fact = { line, beneId: fields.beneId ?? null, refused: code, reason };
    const named = fields.beneId === undefined ? "" : ` (${fields.beneId})`;
    if (index < SHOWN_MAX || all) printer.fact(fact, `Line ${line}${named}: ${reason}`);
  }
  if (refused.length > SHOWN_MAX && !all) printer.note(`... and ${refused.length - SHOWN_MAX} more.`);
  const refusedFile = refused.length === 0 ? null : refusedPath;
  const { rows, added, awaitingApproval, present } = counts;
  const waiting = awaitingApproval === 0 ? "" : `, ${awaitingApproval} of them awaiting approval`;
  printer.fact(
    { ...counts, refused: refused.length, refusedFile },
    `${rows} rows: ${added} added${waiting}, ${present} already listed, ${refused.length} refused.`,
  );
  if (refused.length === 0) return;
  printer.note(`Refused rows are in ${refusedPath}: correct them there, and import that file.`);
  terminal().exitCode = EXIT.failed;
}

const columns: readonly ColumnToWrite[] = [
  { name: "line", kind: "count" },
  ...BENEFICIARY_FIELDS.map((name) => ({ name })),
  { name: "reason" },
];

/** Writes the refused rows, for the owner only because of account numbers. Replaces an older file. */
async function writeRefused(refused: readonly RefusedRow[], path: string): Promise<void> {
  await rm(path, { force: true });
  if (refused.length === 0) return;
  const rows = refused.map(({ line, fields, reason }): RowToWrite => ({ ...fields, line, reason }));
  await pipeline(writeCsv(columns, rows), createWriteStream(path, { mode: 0o600 }));
}

/** Adds the operator's command for beneficiaries to the command line. */
export function addBeneficiaryImport(program: Command): void {
  program
    .command("import-beneficiaries")
    .description("import beneficiaries from a file; run it again to continue where it stopped")
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption(
      "--file <path>",
      ".csv, .xlsx or .xls file with the columns of the template BENEFICIARIES",
    )
    .option(
      "--member <id>",
      "the member who adds them, with that member's permissions; default: the operator",
      readId,
    )
    .option("--refused <path>", "file for refused rows; default: <file>.refused.csv")
    .option("--json", "print one JSON object per line, for scripts")
    .addHelpText(
      "after",
      `
Examples:
  $ vitaran import-beneficiaries --merchant 01a1fe00-... --file payees.csv
Beneficiaries that exist with the same details stay unchanged, so you can import the same file again at any time.
Refused rows are listed with line and reason: correct them in the file of refused rows, and import that file.
Exit codes: 0 all rows are imported, 1 some were refused.`,
    )
    .action((options: ImportOptions) => importBeneficiaryFile(options));
}
