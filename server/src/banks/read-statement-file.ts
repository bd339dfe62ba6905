/** Statements in files that people bring, whatever bank and format they come from. */
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { XmlError } from "#lib/read-xml";
import type { AccountStatement } from "./account-statement.ts";
import { BankError } from "./errors.ts";
import { readCamt053 } from "./iso20022/read-statement.ts";
import { readMt940 } from "./read-mt940.ts";

export const STATEMENT_FORMATS = ["camt", "mt940"] as const;
/** `camt`: camt.053 or camt.052, version 001.08. */
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

const MT940_BYTES_MAX = 64 * 1_024 * 1_024;

/** The statements of a file. Throws BankError.statement_unreadable with the reason. */
export async function readStatementFile(
  path: string,
  format: StatementFormat,
): Promise<readonly AccountStatement[]> {
  if (format === "mt940") {
    const { size } = await stat(path);
    if (size > MT940_BYTES_MAX) throw BankError.statement_unreadable({ why: "larger than 64 MB" });
    return readMt940(await readFile(path, "utf8"));
  }
  try {
    return await readCamt053(createReadStream(path));
  } catch (error) {
    if (error instanceof XmlError) throw BankError.statement_unreadable({ why: error.message });
    throw error;
  }
}
