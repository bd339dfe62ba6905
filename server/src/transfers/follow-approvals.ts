/** Moves transfers on when their approval requests end, in the transaction of the last decision. */
import { followRequests, type RequestEnd } from "#approvals";
import type { Tx } from "#lib/db";
import { formatEventTime } from "#webhooks";
import { decideAdmissions } from "./decide-admissions.ts";
import { move } from "./machine.ts";
import { readAdmissionFacts } from "./read-admission-facts.ts";
import { lockTransfers, type Transfer } from "./transfer.ts";
import { wakeWorkers } from "./wake.ts";
import { writeChanges, type Change } from "./write-changes.ts";

/** Registers the follower by which approvals release, reject and withdraw transfers. */
export function registerTransferApprovals(): void {
  followRequests("transfer", followEnds);
}

async function followEnds(tx: Tx, ends: readonly RequestEnd[]): Promise<void> {
  const endOf = new Map(ends.map((end) => [end.request.subjectId, end]));
  const transfers = await lockTransfers(tx, [...endOf.keys()]);
  const open = transfers.filter(({ status }) => status === "awaiting_approval");
  const [approved, others] = [true, false].map((wanted) =>
    open.filter((transfer) => isReleased(transfer, endOf.get(transfer.transferId)!) === wanted),
  ) as [Transfer[], Transfer[]];
  // They go on in the order of acceptance, as if no approval had been needed.
  approved.sort((a, b) => (a.referenceId < b.referenceId ? -1 : 1));
  const facts = approved.length === 0 ? null : await readAdmissionFacts(tx, approved);
  const admitted = facts === null ? [] : decideAdmissions(approved, facts);
  const changes = [
    ...admitted.map((change) => tellApproved(change, endOf.get(change.before.transferId)!)),
    ...others.map((transfer) => refuse(transfer, endOf.get(transfer.transferId)!, tx.now)),
  ];
  await writeChanges(tx, changes);
  if (changes.some(({ after }) => after.status === "ready")) await wakeWorkers(tx);
}

/** Returns true if the request was approved for exactly the content of the transfer. */
function isReleased({ contentHash }: Transfer, { request }: RequestEnd): boolean {
  return request.status === "approved" && request.contentHash.equals(contentHash);
}

function tellApproved(change: Change, { request, approvers }: RequestEnd): Change {
  const approved = {
    approvedBy: approvers.map(({ name }) => name).join(", "),
    approvedAt: formatEventTime(request.endedAt!),
  };
  return { ...change, events: ["TRANSFER_APPROVED", ...change.events], approved };
}

const REASONS = {
  approved: "APPROVAL_REJECTED",
  rejected: "APPROVAL_REJECTED",
  expired: "APPROVAL_EXPIRED",
  withdrawn: "CANCELLED",
} as const;

function refuse(transfer: Transfer, { request, endedBy }: RequestEnd, now: Date): Change {
  const status = request.status === "withdrawn" ? "cancelled" : "rejected";
  const because = `${request.status} by ${endedBy}${request.remarks === "" ? "" : `: ${request.remarks}`}`;
  return {
    before: transfer,
    after: { ...transfer, status, reason: REASONS[request.status], finishedAt: now, dueAt: null },
    steps: [move("awaiting_approval", status, because)],
    entries: [],
    events: ["TRANSFER_REJECTED"],
  };
}
