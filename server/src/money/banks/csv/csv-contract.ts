/** Reads banks' CSV files in tests, and shows them in short. */
import assert from "node:assert/strict";
import { BankError } from "#banks";
import { readCsvMapping } from "./csv-mapping.ts";
import { readCsvStatement, type CsvToRead } from "./read-csv-statement.ts";

export const PAIR = {
  dateOrder: "dmy",
  date: "Txn Date",
  debit: "Withdrawal",
  credit: "Deposit",
  balance: "Balance",
  narration: "Description",
  reference: "Ref No",
};
export const read = async (text: string, mapping: object = PAIR, more: Partial<CsvToRead> = {}) =>
  readCsvStatement({ text, mapping: readCsvMapping(JSON.stringify(mapping)), debitAccount: "1001", ...more });

type Statements = Awaited<ReturnType<typeof readCsvStatement>>;
const rupees = (paise: bigint): number => Number(paise) / 100;
/** Shows each day as "day opening: movements: closing". */
export const days = (statements: Statements): string[] =>
  statements.map(({ day, openingPaise, closingPaise, lines }) => {
    const moved = lines.map(({ side, amountPaise }) => (side === "debit" ? -1 : 1) * rupees(amountPaise));
    return `${day} ${rupees(openingPaise)}: ${moved.join(" ")}: ${rupees(closingPaise)}`;
  });

export const says = (pattern: RegExp) => (error: unknown) =>
  BankError.is(error, "statement_unreadable") && pattern.test(JSON.stringify(error.details));
export const refuses = async (
  cases: readonly (readonly [text: string, pattern: RegExp, mapping?: object])[],
  usual: object = PAIR,
): Promise<void> => {
  for (const [text, pattern, mapping = usual] of cases)
    await assert.rejects(read(text, mapping), says(pattern), `${pattern} of\n${text}`);
};
