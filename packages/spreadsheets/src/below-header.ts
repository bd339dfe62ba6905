import { countTitles, keyOf, quote, type Header } from "./match-header.ts";
import type { CellProblem } from "./read-cell.ts";
import type { Cell, SheetRow, TableOptions } from "./table.ts";

/** The kind of a row below the header: of the table, the header again, or possibly of another table. */
export type Belonging =
  | { readonly kind: "row" }
  | { readonly kind: "same_header" }
  /** `isRead`: its cells are below the titles of the header, so that they mean what they seem to. */
  | { readonly kind: "apart"; readonly problem: CellProblem; readonly isRead: boolean };

/**
 * Judges the rows below a header, in their order. From a row of other titles on they are of another table,
 * whose columns mean something else; from a line of one text on (such as "Paid last month") it is unknown
 * whether they are meant to be paid.
 */
export function makeBelonging(header: Header, options: TableOptions): (row: SheetRow) => Belonging {
  let apart: Belonging | null = null;
  return (row) => {
    if (isHeaderAgain(row, header, options)) {
      if (hasSameTitles(row, header)) return { kind: "same_header" };
      const details = { line: row.rowNumber };
      apart = { kind: "apart", problem: { code: "second_header", details }, isRead: false };
    }
    const said = saidAlone(row, options);
    if (said === null) return apart ?? { kind: "row" };
    const told = apart ?? { kind: "row" };
    const details = { line: row.rowNumber, said: quote([said]) };
    apart ??= { kind: "apart", problem: { code: "below_line", details }, isRead: true };
    return told;
  };
}

const textsOf = ({ cells }: SheetRow): string[] =>
  cells.flatMap((cell) => (cell?.kind === "text" && cell.text.trim() !== "" ? [cell.text] : []));

const textAt = (cell: Cell | undefined): string => (cell?.kind === "text" ? cell.text.trim() : "");

/** True for two titles, or one in a row of words without any digit; false if the amount has a digit. */
function isHeaderAgain(row: SheetRow, header: Header, options: TableOptions): boolean {
  const { cells } = row;
  const amount = cells[header.columns.findIndex((column) => column?.pays === "amount")];
  if (amount !== undefined && (amount.kind !== "text" || /\p{Nd}/u.test(amount.text))) return false;
  const texts = textsOf(row);
  const titles = countTitles(texts, options);
  if (titles >= 2) return true;
  const isOfWords = texts.length >= 3 && texts.length === cells.filter((cell) => cell !== undefined).length;
  return titles === 1 && textAt(amount) !== "" && isOfWords && !texts.some((text) => /\p{Nd}/u.test(text));
}

function hasSameTitles({ cells }: SheetRow, { titles }: Header): boolean {
  const width = Math.max(cells.length, titles.length);
  return Array.from({ length: width }, (_, index) => index).every(
    (index) => keyOf(textAt(cells[index])) === keyOf(titles[index] ?? ""),
  );
}

/** Returns the text of a row that has no other; a lone ID is a row that has not been filled in. */
function saidAlone({ cells }: SheetRow, { columns }: TableOptions): string | null {
  if (columns.filter(({ required }) => required === true).length < 2) return null;
  const filled = cells.filter((cell) => cell !== undefined && (cell.kind !== "text" || textAt(cell) !== ""));
  const text = filled.length === 1 ? textAt(filled[0]) : "";
  return /(?:\p{L}\P{L}*){3}/u.test(text) && !/^\S*\p{Nd}\S*$/u.test(text) ? text : null;
}
