/** Every type of report, with the columns that can be chosen, in their default order. */
import { ReportError } from "./errors.ts";
import { flowgramColumns } from "./flowgram.ts";
import { statementColumns } from "./statement-rows.ts";
import { pendingColumns, reversalColumns, transferColumns } from "./transfer-rows.ts";

export const CATALOGUE = {
  transfer: { title: "Transfers", columns: transferColumns },
  pending_transfer: { title: "Pending transfers", columns: pendingColumns },
  flowgram: { title: "Flowgram", columns: flowgramColumns },
  account_statement: { title: "Account statement", columns: statementColumns },
  reversed_transfers: { title: "Reversed transfers", columns: reversalColumns },
} as const;

export type ReportType = keyof typeof CATALOGUE;

export const REPORT_TYPES = Object.keys(CATALOGUE) as readonly ReportType[];

/** Returns true if `text` names a type of report. */
export function isReportType(text: string): text is ReportType {
  return Object.hasOwn(CATALOGUE, text);
}

/** Returns the names of all columns of a type. */
export function columnNamesOf(type: ReportType): string[] {
  return CATALOGUE[type].columns.map(({ name }) => name);
}

/**
 * Returns the requested columns, each once, in that order; by default all of them. Throws `column_unknown`
 * with its name, `columns_missing`.
 */
export function chooseColumns(type: ReportType, wanted: readonly string[] | undefined): string[] {
  const known = columnNamesOf(type);
  if (wanted === undefined) return known;
  if (wanted.length === 0) throw ReportError.columns_missing();
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown !== undefined) throw ReportError.column_unknown({ column: unknown.slice(0, 100), known });
  return [...new Set(wanted)];
}
