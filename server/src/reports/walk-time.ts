/** Walks rows in the order of their time, slice by slice: the busier a time, the shorter its slices. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";

export interface Slice<Row> {
  readonly from: Date;
  /** Not included. */
  readonly to: Date;
  /** The last row of the page before, at whose time the slice begins: only later rows; null: all rows. */
  readonly after: Row | null;
  /** The maximum number of rows. */
  readonly limit: number;
}

export interface TimeWalk<Row> {
  /** Returns the rows of a slice, in a strict order that begins with their time. */
  readonly page: (tx: Tx, slice: Slice<Row>) => Promise<Row[]>;
  readonly atOf: (row: Row) => Date;
  readonly from: Date;
  /** Not included. */
  readonly to: Date;
}

const LIMIT = 1_000;
const SLICE_MS_MAX = 86_400_000;
const SLICE_MS_MIN = 1_000;

/** Yields the rows of the walk, a page at a time; each page has a transaction of its own. */
export async function* walkTime<Row>(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { page, atOf, from: begin, to: end }: TimeWalk<Row>,
): AsyncGenerator<Row[]> {
  let sliceMs = SLICE_MS_MAX;
  let from = begin;
  let after: Row | null = null;
  while (from < end) {
    const to = new Date(Math.min(from.getTime() + sliceMs, end.getTime()));
    const slice = { from, to, after, limit: LIMIT };
    const rows: Row[] = await ctx.db.inMerchant(merchantId, (tx) => page(tx, slice));
    if (rows.length > 0) yield rows;
    const last: Row | undefined = rows.at(-1);
    if (rows.length === LIMIT && last !== undefined) {
      [from, after] = [atOf(last), last];
      sliceMs = Math.max(sliceMs / 2, SLICE_MS_MIN);
    } else {
      [from, after] = [to, null];
      if (rows.length < LIMIT / 4) sliceMs = Math.min(sliceMs * 2, SLICE_MS_MAX);
    }
  }
}
