import { CALENDARS, nextEnquiry, pollingEndsAt, type Calendar } from "#rails";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { lockTransfers, type Transfer } from "../transfer.ts";
import { writeChanges } from "../write-changes.ts";

/** Schemes limit enquiries per two hours, so an enquiry that is due later is not brought forward. */
const FORWARD_MS = 2 * 3_600_000;

/**
 * Makes some transfers due for an enquiry now, in the caller's transaction. Each uses up the next enquiry of
 * its rail's budget, so there are never more enquiries in total. Returns the IDs of the transfers to enquire
 * about: those that are sent, had an enquiry on schedule before, and have the next one due within two hours.
 */
export async function bringEnquiriesForward(
  { config: { railCalendar } }: Pick<Context, "config">,
  tx: Tx,
  transferIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (transferIds.length === 0) return new Set();
  const calendar = CALENDARS[railCalendar];
  const transfers = await lockTransfers(tx, transferIds);
  const forward = transfers.filter((transfer) => mayComeNow(transfer, tx.now, calendar));
  await writeChanges(
    tx,
    forward.map((before) => {
      const enquiries = before.enquiries + 1;
      const after = { ...before, enquiries, dueAt: following(before, calendar) };
      return { before, after, steps: [], entries: [], events: [] };
    }),
  );
  return new Set(forward.map(({ transferId }) => transferId));
}

function mayComeNow(
  { status, enquiries, dueAt, ...transfer }: Transfer,
  now: Date,
  calendar: Calendar,
): boolean {
  if (status !== "sent" || enquiries === 0 || dueAt === null) return false;
  const aheadMs = dueAt.getTime() - now.getTime();
  if (aheadMs <= 0 || aheadMs > FORWARD_MS) return false;
  // An enquiry must be due at that time, and not the end of the 72 hours.
  return slotAfter(transfer, new Date(dueAt.getTime() - 1), calendar)?.getTime() === dueAt.getTime();
}

/** Returns when the enquiry after the next one is due; without one, the end of the 72 hours. */
function following(transfer: Transfer, calendar: Calendar): Date {
  return slotAfter(transfer, transfer.dueAt!, calendar) ?? pollingEndsAt(transfer.sentAt!);
}

const slotAfter = (
  { rail, sentAt, transferId }: Pick<Transfer, "rail" | "sentAt" | "transferId">,
  after: Date,
  calendar: Calendar,
): Date | null => nextEnquiry(rail, { sentAt: sentAt!, after, seed: transferId }, calendar);
