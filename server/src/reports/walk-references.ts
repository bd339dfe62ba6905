/**
 * Walks rows that have a reference id, in its order, window by window.
 *
 * Reference ids are given in the order of commits, and no transaction lasts longer than half a minute, so the time of a
 * row follows its reference id within a minute; where a test clock was moved meanwhile, within what was under way then.
 * So the window of a range of days is found by halving, without an index by time.
 */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { findFirstAt, type NumberedMoment } from "#lib/find-first-at";

export interface ReferenceWalk<Row> {
  /** The row with the smallest reference id that is not below the given one. */
  readonly probe: (tx: Tx, referenceId: bigint) => Promise<NumberedMoment | undefined>;
  /** The rows wanted after one reference id and up to another, in their order. */
  readonly page: (tx: Tx, after: bigint, upTo: bigint) => Promise<Row[]>;
  readonly from: Date;
  /** Not included. */
  readonly to: Date;
}

/** Reference ids that one statement looks at. */
const WINDOW = 1_000n;
const SLACK_MS = 60_000;
const SLACK_REFERENCES = 10_000n;

/** The rows of the walk, a window at a time; each window has a transaction of its own. */
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
      // Where reference ids are missing, the window begins at the next that is there.
      const found = await probe(tx, begin + 1n);
      if (found === undefined || found.referenceId > last!) return { rows: [], next: last! };
      const upTo = found.referenceId + WINDOW - 1n;
      return { rows: await page(tx, found.referenceId - 1n, upTo), next: upTo };
    });
    if (rows.length > 0) yield rows;
    after = next;
  }
}
