/** The definition of a column of a report. */
import { istText } from "#lib/ist";
import { endInFile } from "#lib/mask-account";
import type { ColumnToWrite, ValueToWrite } from "@vitaran/spreadsheets";

export interface ReportColumn<Row> {
  /** The name by which it is chosen. */
  readonly name: string;
  /** The title in the header row. */
  readonly title: string;
  /** "text" if absent; amounts are paise as bigint, dates are local times in India. */
  readonly kind?: NonNullable<ColumnToWrite["kind"]>;
  readonly value: (row: Row) => ValueToWrite;
}

/** Returns a moment as reports write it; null if there is none. */
export const day = (at: Date | null): string | null => (at === null ? null : istText(at));

/** Returns an account number as files may show it: its last four characters. */
export const masked = (last4: string | null): string | null => (last4 === null ? null : endInFile(last4));
