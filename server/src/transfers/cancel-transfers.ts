import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { withdrawRequests } from "#approvals";
import { tellWaiters } from "./await-outcome.ts";
import { releaseHeldEntry } from "./entries.ts";
import { TransferError } from "./errors.ts";
import { move } from "./machine.ts";
import { runtimeOf } from "./runtime.ts";
import { isHeld, lockTransfers, type Transfer } from "./transfer.ts";
import { writeChanges, type Change } from "./write-changes.ts";

/**
 * Withdraws transfers that were not sent yet; their holds are released. All or none: TransferError.not_found
 * when one does not exist, not_cancellable when one was sent or has ended.
 */
export async function cancelTransfers(
  ctx: Context,
  merchantId: string,
  { transferIds, because }: { transferIds: readonly string[]; because: string },
): Promise<Transfer[]> {
  const cancelled = await ctx.db.inMerchant(merchantId, async (tx) => {
    const withdrawn = await withdraw(tx, transferIds, because);
    const transfers = await lockTransfers(tx, transferIds);
    crashPoint("transfers.cancel.locked");
    const found = new Set(transfers.map((transfer) => transfer.transferId));
    const missing = transferIds.find((id) => !found.has(id));
    if (missing !== undefined) throw TransferError.not_found({ transferId: missing });
    const changes = transfers
      .filter(({ transferId }) => !withdrawn.has(transferId))
      .map((transfer) => cancel(transfer, because, tx.now));
    await writeChanges(tx, changes);
    crashPoint("transfers.cancel.written");
    const after = new Map(changes.map((change) => [change.before.transferId, change.after]));
    return transfers.map((transfer) => after.get(transfer.transferId) ?? transfer);
  });
  crashPoint("transfers.cancel.committed");
  tellWaiters(runtimeOf(ctx), cancelled);
  return cancelled;
}

/** Takes back what waits for approval, which cancels it; answers those. Requests are locked before transfers. */
async function withdraw(tx: Tx, transferIds: readonly string[], remarks: string): Promise<Set<string>> {
  const outcomes = await withdrawRequests(
    tx,
    transferIds.map((subjectId) => ({
      request: { subjectKind: "transfer", subjectId },
      by: "system",
      remarks,
    })),
  );
  return new Set(outcomes.flatMap(({ kind, request }) => (kind === "withdrawn" ? [request.subjectId] : [])));
}

function cancel(transfer: Transfer, because: string, now: Date): Change {
  const { status, originKind } = transfer;
  // Whoever made a withdrawal or a refund gives it back; a merchant cannot take it back.
  const isOurOwn = originKind === "withdrawal" || originKind === "refund";
  if (isOurOwn || (status !== "waiting" && status !== "ready")) {
    throw TransferError.not_cancellable({ transferId: transfer.transferId, status });
  }
  return {
    before: transfer,
    after: {
      ...transfer,
      status: "cancelled",
      waitingFor: null,
      reason: "CANCELLED",
      dueAt: null,
      finishedAt: now,
    },
    steps: [move(status, "cancelled", because)],
    entries: isHeld(transfer) ? [releaseHeldEntry(transfer)] : [],
    events: ["TRANSFER_REJECTED"],
  };
}
