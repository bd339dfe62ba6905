/** What the thread that reads a file makes of its rows. It imports little: the thread loads it for each file. */
import { cleanAmount } from "./clean-amount.ts";
import type { FormatName, RowFields } from "./formats.ts";
import { readFields } from "./read-fields.ts";

/** How the rows of a file are cleaned. */
export interface RowCleaning {
  readonly format: FormatName;
  /** Whether amounts may be written as people write them. */
  readonly loosely: boolean;
}

/** For `readTable`. */
export const rowCleaner = (
  cleaning: RowCleaning,
): { readonly module: string; readonly argument: unknown } => ({
  module: import.meta.url,
  argument: cleaning,
});

/** The fields of a row, as they are kept. */
export function cleanRow(values: Readonly<Record<string, string>>, argument: unknown): RowFields {
  const { format, loosely } = argument as RowCleaning;
  return readFields(format, loosely ? withCleanAmount(values) : values);
}

/** The same values, the amount as digits. */
export function withCleanAmount<Values extends Readonly<Record<string, unknown>>>(values: Values): Values {
  const { amount } = values;
  return typeof amount === "string" ? { ...values, amount: cleanAmount(amount) } : values;
}
