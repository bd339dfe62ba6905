/** Cleans rows in the thread that reads a file. Imports little: the thread loads it for each file. */
import { amountDigits } from "@vitaran/spreadsheets/amount-digits";
import { ROWS_MAX } from "@vitaran/spreadsheets/table";
import { withoutSeparators } from "#lib/account-text";
import type { FormatName, RowFields } from "./formats.ts";
import { readFields } from "./read-fields.ts";

/** The options for cleaning the rows of a file. */
interface RowCleaning {
  readonly format: FormatName;
}

/** Options for `readTable` that keep every row, so that one bad cell does not refuse other rows. */
export const keepAllRows = (format: FormatName, rowsMax = ROWS_MAX) =>
  ({ rowsMax, problemsMax: rowsMax, keepsRows: true, cleaner: rowCleaner({ format }) }) as const;

const rowCleaner = (cleaning: RowCleaning): { readonly module: string; readonly argument: unknown } => ({
  module: import.meta.url,
  argument: cleaning,
});

/** Returns the fields of a row as they are kept. */
export function cleanRow(values: Readonly<Record<string, string>>, argument: unknown): RowFields {
  const { format } = argument as RowCleaning;
  return readFields(format, withCleanTexts(values));
}

/** Returns the values with the amount as digits, and account and IFSC without separators. */
export function withCleanTexts<Values extends Readonly<Record<string, unknown>>>(values: Values): Values {
  const found = Object.entries(CLEANERS).flatMap(([name, clean]) => {
    const value = values[name];
    return typeof value === "string" ? [[name, clean(value)]] : [];
  });
  return { ...values, ...Object.fromEntries(found) };
}

/** Leaves text with characters other than letters and digits as it is: errors give their position. */
function ungroup(text: string): string {
  const bare = withoutSeparators(text);
  return /^[0-9A-Za-z]+$/.test(bare) ? bare : text;
}

const CLEANERS = { amount: amountDigits, bankAccount: ungroup, ifsc: ungroup } as const;
