import { BankError } from "#banks/statements";

/**
 * The refusal of a CSV of a bank. `row` is counted as spreadsheet programs do: the first of the file is 1, blank ones
 * count.
 */
export function unreadable(why: string, row?: number): Error {
  return BankError.statement_unreadable({ why, ...(row === undefined ? {} : { row }) });
}

/** A piece of a file as it may stand in a sentence. */
export function shown(cell: string): string {
  const clean = cell.replace(/[\p{C}\s]+/gu, " ").trim();
  return `"${clean.length > 40 ? `${clean.slice(0, 40)}…` : clean}"`;
}
