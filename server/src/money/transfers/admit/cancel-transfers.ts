import { AccessError, countInWeek, isOwner, memberOf, readMerchant, requireOfMember } from "#access";
import { findOwnToEnd, withdrawRequests } from "#approvals";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { tellWaiters } from "../await-outcome.ts";
import { releaseHeldEntry } from "../entries.ts";
import { TransferError } from "../errors.ts";
import { move } from "../machine.ts";
import type { TransferFilter } from "../read/search-filter.ts";
import { searchTransfers } from "../read/search-transfers.ts";
import { runtimeOf } from "../runtime.ts";
import { isHeld, lockTransfers, type Transfer } from "../transfer.ts";
import { type Change, writeChanges } from "../write-changes.ts";
import { readMakers } from "./ask-about-orphans.ts";

export interface Cancellation {
  readonly transferIds: readonly string[];
  readonly because: string;
  /** A member needs the permission to initiate transfers. Default: the system. */
  readonly by?: Actor;
}

/** All transfers that match a filter and can be cancelled, as a member has seen them. */
interface MatchesToCancel extends Pick<Cancellation, "because" | "by"> {
  readonly filter: TransferFilter;
  readonly count: number;
  readonly sumPaise: bigint;
}

/** The most transfers that can be cancelled in one call. */
export const CANCEL_MAX = 1_000;

/**
 * Cancels transfers that were not sent yet and releases their holds, all or none. Throws
 * TransferError.not_found if one does not exist, not_cancellable if one was sent or has ended, and too_many_of_member
 * if it is too much for one member.
 */
export async function cancelTransfers(
  ctx: Context,
  merchantId: string,
  cancellation: Cancellation,
): Promise<Transfer[]> {
  return concluded(ctx, await ctx.db.inMerchant(merchantId, (tx) => cancelWithin(tx, cancellation)));
}

/**
 * Cancels the transfers that match a filter. Throws TransferError.selection_changed if their number or total
 * is not what the member saw, and selection_too_large above `CANCEL_MAX`.
 */
export async function cancelMatches(
  ctx: Context,
  merchantId: string,
  { filter, count, sumPaise, ...rest }: MatchesToCancel,
): Promise<Transfer[]> {
  if (count > CANCEL_MAX) throw TransferError.selection_too_large({ count, max: CANCEL_MAX });
  const cancelled = await ctx.db.inMerchant(merchantId, async (tx) => {
    const found = await searchTransfers(tx, { filter, limit: CANCEL_MAX + 1 });
    const transfers = await cancelWithin(tx, {
      ...rest,
      transferIds: found.map(({ transfer }) => transfer.transferId),
    });
    const sum = transfers.reduce((paise, { amountPaise }) => paise + amountPaise, 0n);
    if (transfers.length !== count || sum !== sumPaise) throw TransferError.selection_changed();
    return transfers;
  });
  return concluded(ctx, cancelled);
}

function concluded(ctx: Context, cancelled: Transfer[]): Transfer[] {
  crashPoint("transfers.cancel.committed");
  tellWaiters(runtimeOf(ctx), cancelled);
  return cancelled;
}

async function cancelWithin(
  tx: Tx,
  { transferIds, because, by = "system" }: Cancellation,
): Promise<Transfer[]> {
  await requireOfMember(tx, by, "initiate_quick_transfer");
  await requireOwnWithdrawals(tx, { transferIds, by });
  const withdrawn = await withdraw(tx, { transferIds, because, by });
  const transfers = await lockTransfers(tx, transferIds);
  crashPoint("transfers.cancel.locked");
  const found = new Set(transfers.map((transfer) => transfer.transferId));
  const missing = transferIds.find((id) => !found.has(id));
  if (missing !== undefined) throw TransferError.not_found({ transferId: missing });
  const changes = transfers
    .filter(({ transferId }) => !withdrawn.has(transferId))
    .map((transfer) => cancel(transfer, because, tx.now));
  await countCancellations(tx, by, transfers);
  await writeChanges(tx, changes);
  if (by !== "system") await recordCancellations(tx, transfers, { by, because });
  crashPoint("transfers.cancel.written");
  const after = new Map(changes.map((change) => [change.before.transferId, change.after]));
  return transfers.map((transfer) => after.get(transfer.transferId) ?? transfer);
}

/**
 * A withdrawal that waits for approval is ended by its maker, by those who may decide about it, and by Owners, but not
 * by programs. Throws AccessError.not_permitted, and TransferError.not_cancellable for programs.
 */
async function requireOwnWithdrawals(
  tx: Tx,
  { transferIds, by }: Pick<Required<Cancellation>, "transferIds" | "by">,
): Promise<void> {
  if (by === "system") return;
  const rows = await tx.query<{ transferId: string; status: string }>(WITHDRAWALS, [
    tx.merchantId,
    transferIds,
  ]);
  if (rows.length === 0 || (await isOwner(tx, by))) return;
  if (memberOf(by) === null) throw TransferError.not_cancellable(rows[0]!);
  const subjectIds = rows.map(({ transferId }) => transferId);
  const own = await findOwnToEnd(tx, { subjectKind: "transfer", subjectIds, by });
  if (!subjectIds.every((id) => own.has(id))) throw AccessError.not_permitted({ by });
}

const WITHDRAWALS = `
  select transfer_id as "transferId", status
  from unnest($2::uuid[]) as wanted (id)
  join transfers.transfer
    on merchant_id = $1
   and transfer_id = wanted.id
  where origin_kind = 'withdrawal'`;

async function recordCancellations(
  tx: Tx,
  transfers: readonly Transfer[],
  { by, because }: { by: Actor; because: string },
): Promise<void> {
  await recordAudit(
    tx,
    transfers.map(({ transferId, transferKey, amountPaise }) => ({
      actor: by,
      action: "transfers.cancelled",
      subject: `transfer:${transferId}`,
      detail: { transferKey, amountPaise: String(amountPaise), because },
    })),
  );
}

/** Withdraws pending requests, which cancels their transfers. Requests are locked before transfers. */
async function withdraw(tx: Tx, { transferIds, because, by }: Required<Cancellation>): Promise<Set<string>> {
  const outcomes = await withdrawRequests(
    tx,
    transferIds.map((subjectId) => ({
      request: { subjectKind: "transfer", subjectId },
      by,
      mayEndSubject: true,
      remarks: because,
    })),
  );
  return new Set(outcomes.flatMap(({ kind, request }) => (kind === "withdrawn" ? [request.subjectId] : [])));
}

function cancel(transfer: Transfer, because: string, now: Date): Change {
  const { status, originKind } = transfer;
  // Withdrawals and refunds are ended by the module that made them; a merchant cannot cancel them.
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

/** The most orders and links of other people that a member who is not an Owner can cancel in seven days. */
const CANCELLATIONS_OF_WEEK_MAX = 200;
/** Owners are notified each time one actor has cancelled this many. */
const TOLD_EVERY = 20;

/**
 * Counts the orders that a member or a program cancels, in the same transaction. Not counted are the member's own
 * orders, and what is cancelled in a sandbox. Programs may cancel all. Throws TransferError.too_many_of_member.
 */
async function countCancellations(tx: Tx, by: Actor, cancelled: readonly Transfer[]): Promise<void> {
  if (by === "system" || (await readMerchant(tx)).mode !== "live") return;
  const makers = new Map((await readMakers(tx, cancelled)).map(({ transfer, maker }) => [transfer, maker]));
  const ofOthers = cancelled.filter((transfer) => memberOf(by) === null || makers.get(transfer) !== by);
  await countEnded(tx, by, ofOthers.length);
}

/** Counts a number of orders or links of others, as `countCancellations` does. */
export async function countEnded(tx: Tx, by: Actor, count: number): Promise<void> {
  if (count === 0 || by === "system" || (await readMerchant(tx)).mode !== "live") return;
  const after = await countInWeek(tx, { by, deed: "transfers.ended", count });
  const isProgram = memberOf(by) === null;
  if (after > CANCELLATIONS_OF_WEEK_MAX && !isProgram && !(await isOwner(tx, by)))
    throw TransferError.too_many_of_member({ max: CANCELLATIONS_OF_WEEK_MAX });
  if (Math.floor(after / TOLD_EVERY) > Math.floor((after - count) / TOLD_EVERY)) {
    const detail = { count: after, isProgram };
    await recordAudit(tx, [{ actor: by, action: "transfers.many_cancelled", subject: by, detail }]);
  }
}
