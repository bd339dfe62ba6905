import { BankError } from "#banks/statements";

/**
 * Refuses a bank's CSV. `row` is counted as in spreadsheet programs: the first row of the file is 1, and blank ones
 * count.
 */
export function unreadable(why: string, row?: number): Error {
  return BankError.statement_unreadable({ why, ...(row === undefined ? {} : { row }) });
}

/** Formats a piece of a file for use in a sentence. */
export function shown(cell: string): string {
  const clean = cell.replace(/[\p{C}\s]+/gu, " ").trim();
  return `"${clean.length > 40 ? `${clean.slice(0, 40)}…` : clean}"`;
}
