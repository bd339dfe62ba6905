// What a table shows of its rows.
import type { ReactNode } from "react";

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Amounts and counts stand at the right. */
  align?: "end";
  /** Not shown until it is picked. */
  optional?: boolean;
  /** May not be taken away, such as the one that links to the row. */
  fixed?: boolean;
  /** The key that the server sorts by; the header is a button then. */
  sort?: string;
  /** How wide at least, as a class such as "min-w-40". */
  width?: string;
  /** Shown only where the table has room for it: first the "wide" ones give way, then the "medium", then the "narrow". */
  room?: "wide" | "medium" | "narrow";
  /** Its place in the card that a row becomes on a narrow window; without one it is a line with its label. */
  card?: "title" | "figure" | "note" | "mark" | "foot" | "none";
}

/** The columns of the ids picked, in the table's own order; without a choice those that are not optional. */
export function pickColumns<Row>(columns: readonly Column<Row>[], picked: readonly string[]): Column<Row>[] {
  if (picked.length === 0) return columns.filter((column) => !column.optional);
  const chosen = columns.filter((column) => column.fixed || picked.includes(column.id));
  // What was picked is shown, whatever room there is.
  return chosen.map(({ room: _room, card: _card, ...column }) => column);
}
