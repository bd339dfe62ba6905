import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
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
    const transfers = await lockTransfers(tx, transferIds);
    crashPoint("transfers.cancel.locked");
    const found = new Set(transfers.map((transfer) => transfer.transferId));
    const missing = transferIds.find((id) => !found.has(id));
    if (missing !== undefined) throw TransferError.not_found({ transferId: missing });
    const changes = transfers.map((transfer) => cancel(transfer, because, tx.now));
    await writeChanges(tx, changes);
    crashPoint("transfers.cancel.written");
    return changes.map((change) => change.after);
  });
  crashPoint("transfers.cancel.committed");
  tellWaiters(runtimeOf(ctx), cancelled);
  return cancelled;
}

function cancel(transfer: Transfer, because: string, now: Date): Change {
  const { status } = transfer;
  if (status !== "awaiting_approval" && status !== "waiting" && status !== "ready") {
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
