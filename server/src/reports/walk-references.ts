/**
 * Walks rows that have a reference ID in its order, window by window.
 *
 * Reference IDs follow the order of commits, and no transaction lasts longer than half a minute. So times
 * agree with that order within a minute, or within the work in progress when a test clock was moved. A binary
 * search finds the window of a range of days without an index by time.
 */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { findFirstAt, type NumberedMoment } from "#lib/find-first-at";

export interface ReferenceWalk<Row> {
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
