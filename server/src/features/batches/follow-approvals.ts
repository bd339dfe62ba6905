/**
 * Approval of batches: one request for the whole batch, bound to the content of its rows, the review that approvers
 * read, and what follows their decision.
 */
import { randomInt } from "node:crypto";
import { memberOf, mustDraft, readKeyLimited } from "#access";
import {
  askForApprovals,
  canBeApproved,
  followRequests,
  oneLook,
  openRequests,
  type RequestEnd,
  type RequestStatus,
} from "#approvals";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { wakeWorker } from "#lib/worker";
import { creatorOfBatch, type Batch, batchColumns } from "./batch.ts";
import { readSumsOfBatches } from "./describe-batches.ts";
import { rejectBatch } from "./end-batch.ts";
import { BatchError } from "./errors.ts";
import { MIXED } from "./formats.ts";
import { namePayees } from "./name-payees.ts";
import { decideBatches, type GateAnswer } from "./prepare-rows.ts";
import { isUnchanged, lockBatch } from "./read-batch.ts";
import { readReviewed, reviewRows, type Review, type ToReview } from "./review-rows.ts";
import { briefOf, type RowBrief } from "./review.ts";

/** Lets the merchant's batch policies decide which batches wait. Called once at the start of a process. */
export function registerBatchApprovals(): void {
  decideBatches(askFirst);
  followRequests("batch", async (tx, ends) => {
    for (const end of ends) await followEnd(tx, end);
  });
}

async function askFirst(tx: Tx, batch: Batch): Promise<GateAnswer> {
  const { batchId, contentHash, createdBy, secretShownTo, otherMakers, sumPaise, format } = batch;
  // Rows of this format may name fund sources of their own.
  const fundSourceId = format === MIXED ? null : batch.fundSourceId;
  const facts = {
    amountPaise: sumPaise,
    rail: null,
    fundSourceId,
    creator: creatorOfBatch(batch),
    byMember: memberOf(createdBy) !== null || otherMakers.length > 0,
    sums: await readSumsOfBatches(tx, batch),
  };
  const subject = { subjectId: batchId, contentHash, maker: createdBy, secretShownTo, otherMakers, facts };
  const [answer] = await askForApprovals(tx, "batch", [subject]);
  if (answer!.kind === "pending") return { kind: "wait" };
  if (!mustDraft(await readKeyLimited(tx), createdBy)) return { kind: "process" };
  const requirement = oneLook("batch", "draft of the API keys");
  if (!(await canBeApproved(tx, requirement.levels))) return { kind: "reject", because: UNAPPROVABLE };
  await openRequests(tx, [{ ...subject, subjectKind: "batch", requirement }]);
  return { kind: "wait" };
}

const UNAPPROVABLE =
  "The API keys can only draft batches, and no member can approve them. Let a member approve batches.";

/** The reason that the merchant reads if no remark was given; the request says who decided. */
const UNAPPROVED: Readonly<Record<Exclude<RequestStatus, "pending" | "approved">, string>> = {
  rejected: "An approver rejected it.",
  withdrawn: "The request for approval was withdrawn.",
  expired: "It was not approved in time.",
};

async function followEnd(tx: Tx, { request }: RequestEnd): Promise<void> {
  const { subjectId: batchId, contentHash, remarks, status } = request;
  if (status !== "approved") {
    return rejectBatch(tx, { batchId, because: remarks === "" ? UNAPPROVED[status] : remarks });
  }
  try {
    await releaseBatch(tx, { batchId, contentHash });
  } catch (error) {
    if (!BatchError.is(error, "content_changed")) throw error;
    await rejectBatch(tx, { batchId, because: "The rows are not those that were approved." });
  }
}

/**
 * Releases a batch that waits for approval, in the transaction of the approval. `contentHash` is what was
 * approved. Throws BatchError.content_changed unless the rows are still those, and not_awaiting_approval.
 */
export async function releaseBatch(
  tx: Tx,
  { batchId, contentHash }: { batchId: string; contentHash: Buffer },
): Promise<void> {
  const batch = await lockBatch(tx, batchId);
  if (batch.stage !== "awaiting_approval") throw BatchError.not_awaiting_approval({ batchId });
  if (!batch.contentHash.equals(contentHash) || !(await isUnchanged(tx, batch))) {
    throw BatchError.content_changed({ batchId });
  }
  await tx.execute(
    `update batches.batch
     set stage = 'processing',
         free_at = '-infinity'
     where merchant_id = $1
       and batch_id = $2`,
    [tx.merchantId, batchId],
  );
  await wakeWorker(tx, "batches");
}

/** A batch as an approver sees it. */
export interface BatchReview extends Review {
  /** Rows that were drawn at random. */
  readonly sample: readonly RowBrief[];
}

const SAMPLE = 10;

/**
 * Adds up a batch of transfers and compares it with the last one of its kind. Its maker's review compares no whole
 * account numbers, whatever the maker may reveal: the file may be full of guesses, and the batch may never be paid.
 * Throws BatchError.not_found, and content_changed if the rows are not those that the batch was made of.
 */
export async function reviewBatch(
  ctx: Context,
  merchantId: string,
  { batchId, by, mayReveal }: Pick<Batch, "batchId"> & Pick<ToReview, "mayReveal"> & { readonly by: Actor },
): Promise<BatchReview> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const [batch] = await tx.query<Batch>(
      `select ${batchColumns} from batches.batch where merchant_id = $1 and batch_id = $2`,
      [merchantId, batchId],
    );
    if (batch === undefined) throw BatchError.not_found({ batchId });
    if (!(await isUnchanged(tx, batch))) throw BatchError.content_changed({ batchId });
    const rows = await readReviewed(ctx, tx, batch);
    const { name, format, createdBy, secretShownTo: memberOfKey, otherMakers } = batch;
    const memberId = memberOf(by);
    const isMaker =
      createdBy === by || (memberId !== null && [memberOfKey, ...otherMakers].includes(memberId));
    const compared = { name, format, rows, batchId, mayReveal: mayReveal && !isMaker };
    const review = await reviewRows(ctx, tx, compared);
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

/** The description of a batch in the list of requests. */
export interface BatchForApproval {
  readonly batchId: string;
  readonly referenceId: number;
  readonly name: string;
  readonly format: string;
  readonly rows: number;
  /** Rows that are already rejected. */
  readonly invalid: number;
}

/** Reads a set of batches by their ids, for approvers. */
export function readBatchesForApproval(tx: Tx, batchIds: readonly string[]): Promise<BatchForApproval[]> {
  return tx.query<BatchForApproval>(
    `select batch.batch_id as "batchId", batch.reference_id as "referenceId", batch.name, batch.format,
       batch.row_count as rows, (
         select count(*)::int
         from batches.batch_row as row
         where row.merchant_id = batch.merchant_id
           and row.batch_id = batch.batch_id
           and row.status = 'rejected'
           and row.failure <> 'batch_rejected'
       ) as invalid
     from unnest($2::uuid[]) as wanted (id)
     join batches.batch on batch.merchant_id = $1 and batch.batch_id = wanted.id`,
    [tx.merchantId, batchIds],
  );
}
