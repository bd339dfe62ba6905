/** Rules that change on a date: the newest row that has begun counts; old rows stay for old decisions. */
import { istDate } from "./ist.ts";

export interface Dated {
  /** The first date (IST, `YYYY-MM-DD`) on which the row counts. */
  readonly from: string;
}

/** Returns the row in force at a moment. Rows are oldest first; before the first, the first row counts. */
export function inForce<Row extends Dated>(rows: readonly [Row, ...Row[]], at: Date): Row {
  const date = istDate(at);
  return rows.findLast((row) => row.from <= date) ?? rows[0];
}
