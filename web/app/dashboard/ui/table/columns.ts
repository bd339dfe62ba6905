// The columns of a table.
import type { ReactNode } from "react";

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Amounts and counts are aligned to the right. */
  align?: "end";
  /** Hidden until the user chooses it. */
  optional?: boolean;
  /** Cannot be hidden, such as the column that links to the row. */
  fixed?: boolean;
  /** The key by which the server sorts. The header is then a button. */
  sort?: string;
  /** The minimum width, as a class such as "min-w-40". */
  width?: string;
  /** Shown only if the table has room. Columns that are "wide" are hidden first, then "medium", then "narrow". */
  room?: "wide" | "medium" | "narrow";
  /** The position in the card that a row becomes in a narrow window. Without one it is a line with its label. */
  card?: "title" | "figure" | "note" | "mark" | "foot" | "none";
  /** True for a title of two lines. The note and the foot of the card then share its last line. */
  isTall?: true;
}

/**
 * Returns the columns with the chosen IDs in the table's order. Without a choice, returns those that are not optional.
 */
export function pickColumns<Row>(columns: readonly Column<Row>[], picked: readonly string[]): Column<Row>[] {
  if (picked.length === 0) return columns.filter((column) => !column.optional);
  const chosen = columns.filter((column) => column.fixed || picked.includes(column.id));
  // Chosen columns are shown even if there is little room.
  return chosen.map(({ room: _room, card: _card, isTall: _isTall, ...column }) => column);
}
