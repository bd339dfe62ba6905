import { randomInt } from "node:crypto";
import type { Context } from "#lib/context";
import { batchColumns, type Batch } from "./batch.ts";
import { BatchError } from "./errors.ts";
import { namePayees } from "./name-payees.ts";
import { isUnchanged } from "./read-batch.ts";
import { briefOf, type RowBrief } from "./review.ts";
import { readReviewed, reviewRows, type Review, type ToReview } from "./review-rows.ts";

/** A batch as an approver sees it. */
export interface BatchReview extends Review {
  /** Rows that were drawn at random. */
  readonly sample: readonly RowBrief[];
}

const SAMPLE = 10;

/**
 * Adds up a batch of transfers and compares it with the last one of its kind. Throws BatchError.not_found,
 * and content_changed if the rows are not those that the batch was made of.
 */
export async function reviewBatch(
  ctx: Context,
  merchantId: string,
  { batchId, mayReveal }: Pick<Batch, "batchId"> & Pick<ToReview, "mayReveal">,
): Promise<BatchReview> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const [batch] = await tx.query<Batch>(
      `select ${batchColumns} from batches.batch where merchant_id = $1 and batch_id = $2`,
      [merchantId, batchId],
    );
    if (batch === undefined) throw BatchError.not_found({ batchId });
    if (!(await isUnchanged(tx, batch))) throw BatchError.content_changed({ batchId });
    const rows = await readReviewed(ctx, tx, batch);
    const { name, format } = batch;
    const review = await reviewRows(ctx, tx, { name, format, rows, batchId, mayReveal });
    const { warnings } = batch;
    return {
      ...review,
      warnings: [...warnings, ...review.warnings],
      sample: (await namePayees(tx, format, draw(rows, SAMPLE))).map(briefOf),
    };
  });
}

/** Draws random items from a list and keeps their order. */
function draw<T>(all: readonly T[], count: number): T[] {
  const rest = all.map((_, index) => index);
  const drawn = new Set<number>();
  while (drawn.size < count && rest.length > 0) drawn.add(rest.splice(randomInt(rest.length), 1)[0]!);
  return all.filter((_, index) => drawn.has(index));
}
