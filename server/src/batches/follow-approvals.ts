/** Approval of batches: one request for the whole batch, bound to the content of its rows. */
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
import type { Tx } from "#lib/db";
import { creatorOfBatch, type Batch } from "./batch.ts";
import { BatchError } from "./errors.ts";
import { MIXED } from "./formats.ts";
import { decideBatches, type GateAnswer } from "./prepare-rows.ts";
import { rejectBatch } from "./end-batch.ts";
import { releaseBatch } from "./release-batch.ts";
import { readSumsOfBatches } from "./describe-batches.ts";

/** Lets the merchant's batch policies decide which batches wait. Called once at the start of a process. */
export function registerBatchApprovals(): void {
  decideBatches(askFirst);
  followRequests("batch", async (tx, ends) => {
    for (const end of ends) await followEnd(tx, end);
  });
}

async function askFirst(tx: Tx, batch: Batch): Promise<GateAnswer> {
  const { batchId, contentHash, createdBy, secretShownTo, sumPaise, format } = batch;
  // Rows of this format may name fund sources of their own.
  const fundSourceId = format === MIXED ? null : batch.fundSourceId;
  const facts = {
    amountPaise: sumPaise,
    rail: null,
    fundSourceId,
    creator: creatorOfBatch(batch),
    byMember: memberOf(createdBy) !== null,
    sums: await readSumsOfBatches(tx, batch),
  };
  const subject = { subjectId: batchId, contentHash, maker: createdBy, secretShownTo, facts };
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
