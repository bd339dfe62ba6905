/** Walks through the rows of a long report in steps. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { findFirstAt, type NumberedMoment } from "#lib/ids";

// Walks rows that have a reference ID in its order, window by window. Reference IDs follow the order of
// commits, and no transaction lasts longer than half a minute. So times agree with that order within a
// minute, or within the work in progress when a test clock was moved. A binary search finds the window of a
// range of days without an index by time.

interface ReferenceWalk<Row> {
  /** Returns the row with the smallest reference ID that is not below the given one. */
  readonly probe: (tx: Tx, referenceId: bigint) => Promise<NumberedMoment | undefined>;
  /** Returns the wanted rows after one reference ID and up to another, in order. */
  readonly page: (tx: Tx, after: bigint, upTo: bigint) => Promise<Row[]>;
  readonly from: Date;
  /** Not included. */
  readonly to: Date;
}

/** The number of reference IDs that one SQL statement reads. */
const WINDOW = 1_000n;
const SLACK_MS = 60_000;
const SLACK_REFERENCES = 10_000n;

/** Yields the rows of the walk, a window at a time; each window has a transaction of its own. */
export async function* walkReferences<Row>(
  ctx: Pick<Context, "db">,
  merchantId: string,
  walk: ReferenceWalk<Row>,
): AsyncGenerator<Row[]> {
  const { from, to, probe, page } = walk;
  const [first, last] = await ctx.db.inMerchant(merchantId, async (tx) => [
    (await findFirstAt((id) => probe(tx, id), new Date(from.getTime() - SLACK_MS))) - SLACK_REFERENCES,
    (await findFirstAt((id) => probe(tx, id), new Date(to.getTime() + SLACK_MS))) + SLACK_REFERENCES,
  ]);
  for (let after = first! < 0n ? 0n : first!; after < last!;) {
    const begin = after;
    const { rows, next } = await ctx.db.inMerchant(merchantId, async (tx) => {
      // If reference IDs are missing, the window begins at the next one that exists.
      const found = await probe(tx, begin + 1n);
      if (found === undefined || found.referenceId > last!) return { rows: [], next: last! };
      const upTo = found.referenceId + WINDOW - 1n;
      return { rows: await page(tx, found.referenceId - 1n, upTo), next: upTo };
    });
    if (rows.length > 0) yield rows;
    after = next;
  }
}

// Walks rows in the order of their time, slice by slice. Slices are shorter for busier times.

export interface Slice<Row> {
  readonly from: Date;
  /** The end of the slice, which is not included. */
  readonly to: Date;
  /** The last row of the previous page, at whose time the slice begins. Only later rows are read; all rows if null. */
  readonly after: Row | null;
  /** The maximum number of rows. */
  readonly limit: number;
}

interface TimeWalk<Row> {
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
