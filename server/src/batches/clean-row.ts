/** What the thread that reads a file makes of its rows. It imports little: the thread loads it for each file. */
import { amountDigits } from "#lib/amount-digits";
import { ROWS_MAX } from "#lib/tables/table";
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
  return readFields(format, withCleanAmount(values));
}

/** The same values, the amount as digits. */
export function withCleanAmount<Values extends Readonly<Record<string, unknown>>>(values: Values): Values {
  const { amount } = values;
  return typeof amount === "string" ? { ...values, amount: amountDigits(amount) } : values;
}
