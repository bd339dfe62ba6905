/** What the thread that reads a file makes of its rows. It imports little: the thread loads it for each file. */
import { amountDigits } from "#lib/amount-digits";
import { ROWS_MAX } from "#lib/tables/table";
import { withoutSeparators } from "#lib/account-text";
import type { FormatName, RowFields } from "./formats.ts";
import { readFields } from "./read-fields.ts";

/** How the rows of a file are cleaned. */
export interface RowCleaning {
  readonly format: FormatName;
}

/** For `readTable`: every row is kept, so that one bad cell refuses no other row. */
export const keepAllRows = (format: FormatName, rowsMax = ROWS_MAX) =>
  ({ rowsMax, problemsMax: rowsMax, keepsRows: true, cleaner: rowCleaner({ format }) }) as const;

const rowCleaner = (cleaning: RowCleaning): { readonly module: string; readonly argument: unknown } => ({
  module: import.meta.url,
  argument: cleaning,
});

/** The fields of a row, as they are kept. */
export function cleanRow(values: Readonly<Record<string, string>>, argument: unknown): RowFields {
  const { format } = argument as RowCleaning;
  return readFields(format, withCleanTexts(values));
}

/** The same values, the amount as digits, the account without what only groups its digits. */
export function withCleanTexts<Values extends Readonly<Record<string, unknown>>>(values: Values): Values {
  const found = Object.entries(CLEANERS).flatMap(([name, clean]) => {
    const value = values[name];
    return typeof value === "string" ? [[name, clean(value)]] : [];
  });
  return { ...values, ...Object.fromEntries(found) };
}

/** What has other characters than letters and digits is left as it is, so that they can be told by their place. */
function ungroup(text: string): string {
  const bare = withoutSeparators(text);
  return /^[0-9A-Za-z]+$/.test(bare) ? bare : text;
}

const CLEANERS = { amount: amountDigits, bankAccount: ungroup, ifsc: ungroup } as const;
