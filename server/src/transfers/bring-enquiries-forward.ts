import { CALENDARS, nextEnquiry, pollingEndsAt, type Calendar } from "#rails";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { lockTransfers, type Transfer } from "./transfer.ts";
import { writeChanges } from "./write-changes.ts";

/** Within so long schemes count the enquiries: one that would come later is not made before. */
const FORWARD_MS = 2 * 3_600_000;

/**
 * Lets some transfers be enquired about now, each by the enquiry that its rail's budget has for it next, which is then
 * not made again: there are never more of them. Answers which: those that are sent, were enquired about once in their
 * time, and whose next enquiry is due within two hours. In the caller's transaction.
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
  // What is due then is an enquiry, and not the end of a wait.
  return slotAfter(transfer, new Date(dueAt.getTime() - 1), calendar)?.getTime() === dueAt.getTime();
}

/** When it is enquired about next, once the enquiry that is due has been made; at the end of the 72 hours otherwise. */
function following(transfer: Transfer, calendar: Calendar): Date {
  return slotAfter(transfer, transfer.dueAt!, calendar) ?? pollingEndsAt(transfer.sentAt!);
}

const slotAfter = (
  { rail, sentAt, transferId }: Pick<Transfer, "rail" | "sentAt" | "transferId">,
  after: Date,
  calendar: Calendar,
): Date | null => nextEnquiry(rail, { sentAt: sentAt!, after, seed: transferId }, calendar);
