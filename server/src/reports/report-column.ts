/** What a column of a report is. */
import { istText } from "#rails";
import { maskInFile } from "#lib/mask-account";
import type { ColumnToWrite, ValueToWrite } from "#lib/tables";

export interface ReportColumn<Row> {
  /** By which it is chosen. */
  readonly name: string;
  /** What the header row says. */
  readonly title: string;
  /** "text" when absent; amounts are paise as bigint, dates the wall clock of India. */
  readonly kind?: NonNullable<ColumnToWrite["kind"]>;
  readonly value: (row: Row) => ValueToWrite;
}

/** A moment as reports write it; null where there is none. */
export const day = (at: Date | null): string | null => (at === null ? null : istText(at));

/** An account number as it may stand in a file: its last four characters. */
export const masked = (last4: string | null): string | null => (last4 === null ? null : maskInFile(last4));
