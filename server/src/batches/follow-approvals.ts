/** Batches that need approval: a request for the whole of one, bound to what its rows say. */
import { askForApprovals, followRequests, type RequestEnd, type RequestStatus } from "#approvals";
import type { Tx } from "#lib/db";
import { creatorOfBatch, type Batch } from "./batch.ts";
import { BatchError } from "./errors.ts";
import { decideBatches, type GateAnswer } from "./gate.ts";
import { rejectBatch } from "./reject-batch.ts";
import { releaseBatch } from "./release-batch.ts";

/** Lets the merchant's policies for batches decide which of them wait. Called once at the start of a process. */
export function registerBatchApprovals(): void {
  decideBatches(askFirst);
  followRequests("batch", async (tx, ends) => {
    for (const end of ends) await followEnd(tx, end);
  });
}

async function askFirst(tx: Tx, batch: Batch): Promise<GateAnswer> {
  const { batchId, contentHash, createdBy, sumPaise, fundSourceId } = batch;
  const facts = { amountPaise: sumPaise, rail: null, fundSourceId, creator: creatorOfBatch(batch) };
  const subject = { subjectId: batchId, contentHash, maker: createdBy, facts };
  const [answer] = await askForApprovals(tx, "batch", [subject]);
  return { kind: answer!.kind === "pending" ? "wait" : "process" };
}

/** What the merchant reads when no remark was given; who decided is in the request. */
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
