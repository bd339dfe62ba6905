/** Statements in files that people upload, from any bank and in any format. */
import { createReadStream } from "node:fs";
import { access, constants, readFile, stat } from "node:fs/promises";
import { XmlError } from "#lib/read-xml";
import { decodeText, TableError } from "@vitaran/spreadsheets";
import type { StatementsRead } from "./account-statement.ts";
import { readCsvMapping, type Order } from "./csv/csv-mapping.ts";
import { readCsvStatement, type KnownBalances } from "./csv/read-csv-statement.ts";
import { BankError } from "./errors.ts";
import { scanStatements, takeInTurn } from "./iso20022/read-long-statements.ts";
import { longStatement } from "./statements.ts";
import { readMt940 } from "./read-mt940.ts";

export const STATEMENT_FORMATS = ["camt", "mt940", "csv"] as const;
/** `camt`: camt.053 or camt.052, version 001.08. */
type StatementFormat = (typeof STATEMENT_FORMATS)[number];

interface StatementFile {
  readonly path: string;
  readonly format: StatementFormat;
  /** For CSV: the file with the names of the bank's columns, and the account number, which the CSV does not contain. */
  readonly mappingPath?: string;
  readonly debitAccount?: string;
  /** For CSV that can be read in two orders: which one to use, or the known balances of a day. */
  readonly order?: Order;
  readonly knownAbout?: (day: string) => Promise<KnownBalances>;
}

const TEXT_BYTES_MAX = 64 * 1_024 * 1_024;

/**
 * Returns the statements of a file, after checking that all of it is readable. The lines of a camt message, which can
 * have any length, are read when they are requested. Throws BankError.statement_unreadable with the reason.
 */
export async function readStatementFile(file: StatementFile): Promise<StatementsRead> {
  const { path, format, mappingPath, debitAccount, order, knownAbout } = file;
  for (const one of [path, ...(mappingPath === undefined ? [] : [mappingPath])]) await mustBeReadable(one);
  if (format === "mt940") {
    const { statements, foreign } = readMt940(await readText(path));
    return { statements: statements.map(longStatement), foreign };
  }
  if (format === "camt") return readCamt(path);
  if (mappingPath === undefined || debitAccount === undefined) {
    throw BankError.statement_unreadable({ why: "a CSV needs a mapping and an account" });
  }
  const mapping = readCsvMapping(await readText(mappingPath));
  const text = await readText(path);
  const statements = await readCsvStatement({ text, mapping, debitAccount, order, knownAbout });
  return { statements: statements.map(longStatement), foreign: [] };
}

async function mustBeReadable(path: string): Promise<void> {
  try {
    await access(path, constants.R_OK);
  } catch {
    throw BankError.statement_unreadable({ why: `${path} cannot be read` });
  }
}

async function readCamt(path: string): Promise<StatementsRead> {
  const open = () => createReadStream(path);
  try {
    const { scanned, foreign } = await scanStatements(open);
    return { statements: takeInTurn(open, scanned), foreign };
  } catch (error) {
    if (error instanceof XmlError) throw BankError.statement_unreadable({ why: error.message });
    throw error;
  }
}

async function readText(path: string): Promise<string> {
  try {
    const bytes = await readBytes(path);
    const text = decodeText(bytes);
    // Older banking systems write something other than UTF-8; amounts and dates are the same in both.
    return text.includes("\ufffd") ? new TextDecoder("windows-1252").decode(bytes) : text;
  } catch (error) {
    if (error instanceof TableError) throw BankError.statement_unreadable({ why: error.message });
    throw error;
  }
}

async function readBytes(path: string): Promise<Buffer> {
  const { size } = await stat(path);
  if (size > TEXT_BYTES_MAX) throw BankError.statement_unreadable({ why: "larger than 64 MB" });
  return readFile(path);
}
