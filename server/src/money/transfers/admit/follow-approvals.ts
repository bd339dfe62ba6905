/** Moves transfers on when their approval requests end, in the transaction of the last decision. */
import { followRequests, reopenRequests, type Request, type RequestEnd } from "#approvals";
import { readPayees } from "#beneficiaries";
import type { Tx } from "#lib/db";
import { wakeWorker } from "#lib/worker";
import type { TransferReason } from "#rails";
import { type Objection, openReleaseRisk } from "#risk";
import { formatEventTime } from "#webhooks";
import { releaseHeldEntry } from "../entries.ts";
import { isEndedUnpaid, move } from "../machine.ts";
import { isJudged } from "../origins.ts";
import { registerTransferEvents } from "../render-events.ts";
import { isHeld, lockTransfers, type Transfer } from "../transfer.ts";
import { type Change, writeChanges } from "../write-changes.ts";
import { readAdmissionFacts } from "./admit-transfers.ts";
import { decideAdmissions } from "./decide-admissions.ts";

/** Registers transfers with webhooks and approvals. Call it once when a process starts. */
export function registerTransfers(): void {
  registerTransferEvents();
  registerTransferApprovals();
}

/** Registers the follower by which approvals release, reject and withdraw transfers. */
function registerTransferApprovals(): void {
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
  const changes = [
    ...(await release(tx, approved, endOf)),
    ...others.map((transfer) => refuse(transfer, endOf.get(transfer.transferId)!, tx.now)),
  ];
  await writeChanges(tx, changes);
  if (changes.some(({ after }) => after.status === "ready")) await wakeWorker(tx, "transfers");
}

/**
 * Releases approved transfers, unless a limit forbids that: what only waited has not counted until now. If one member
 * alone made the limit stricter after the order, the approvers are asked again.
 */
async function release(
  tx: Tx,
  approved: readonly Transfer[],
  endOf: ReadonlyMap<string, RequestEnd>,
): Promise<Change[]> {
  if (approved.length === 0) return [];
  const beneficiaryIds = [...new Set(approved.map(({ beneficiaryId }) => beneficiaryId))];
  const payees = await readPayees(tx, { beneficiaryIds });
  // The fund sources are locked first, as in accepting orders: otherwise two transactions could deadlock.
  const facts = await readAdmissionFacts(tx, approved);
  const risk = await openReleaseRisk(tx, approved, payees);
  const stopped: Change[] = [];
  const askedAgain: Request[] = [];
  const released = approved.filter((transfer) => {
    const forbidden = isJudged(transfer.originKind) ? risk.forbids(transfer) : null;
    if (forbidden === null) {
      if (isJudged(transfer.originKind)) risk.release(transfer);
    } else if (risk.mayBeUndone(forbidden, transfer)) {
      askedAgain.push(endOf.get(transfer.transferId)!.request);
    } else {
      risk.keep(transfer.transferId, forbidden);
      stopped.push(stop(transfer, forbidden, tx.now));
    }
    return forbidden === null;
  });
  const admitted = decideAdmissions(released, facts);
  for (const { before, after } of admitted) if (isEndedUnpaid(after.status)) risk.uncount(before);
  await risk.write();
  await reopenRequests(tx, askedAgain, "a new risk rule stops it");
  const told = admitted.map((change) => {
    const after = { ...change.after, releasedAt: tx.now };
    return tellApproved({ ...change, after }, endOf.get(change.before.transferId)!);
  });
  return [...told, ...stopped];
}

/** Ends an approved transfer that would pass a limit of the merchant. */
function stop(transfer: Transfer, { code, reason }: Objection, now: Date): Change {
  return {
    ...endUnpaid(transfer, { status: "rejected", reason, now }),
    steps: [move("awaiting_approval", "rejected", `approved, but ${code}`)],
  };
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
    ...endUnpaid(transfer, { status, reason: REASONS[request.status], now }),
    steps: [move("awaiting_approval", status, because)],
  };
}

/** Ends a transfer that awaited approval, and releases what was held for it. */
function endUnpaid(
  transfer: Transfer,
  { status, reason, now }: { status: "rejected" | "cancelled"; reason: TransferReason; now: Date },
): Omit<Change, "steps"> {
  return {
    before: transfer,
    after: { ...transfer, status, reason, heldInApproval: false, finishedAt: now, dueAt: null },
    entries: isHeld(transfer) ? [releaseHeldEntry(transfer)] : [],
    events: ["TRANSFER_REJECTED"],
  };
}
