import type { LateReason } from "#rails";
import { formatEventTime, type EventType, type NewEvent } from "#webhooks";
import { isTold } from "./origins.ts";
import type { Transfer } from "./transfer.ts";
import type { Change } from "./write-changes.ts";

/** The events to publish for one change; none if another module publishes the events of the transfer. */
export function eventsOf(change: Change, at: Date): NewEvent[] {
  const { before, events } = change;
  if (!isTold(before.originKind)) return [];
  return events.map((type, index) => ({
    type,
    subjectId: before.transferId,
    seq: before.events + index + 1,
    at,
    data: dataOf(type, change, at),
  }));
}

/** Returns the data that the transfer may lose later; null: the renderer reads the transfer. */
function dataOf(type: EventType, { before, approved, late }: Change, at: Date): NewEvent["data"] {
  if (type === "TRANSFER_APPROVED") return { ...namesOf(before), ...approved };
  const reason = LATE_EVENTS[type];
  if (reason === undefined) return null;
  return { ...namesOf(before), eventTime: formatEventTime(at), utr: late?.utr ?? "", reason };
}

const LATE_EVENTS: Readonly<Partial<Record<EventType, LateReason>>> = {
  TRANSFER_PAID_LATE: "PAID_AFTER_FAILURE",
  TRANSFER_PAID_LATE_RETURNED: "PAID_LATE_AND_RETURNED",
};

function namesOf({ transferKey, referenceId }: Transfer): { transferId: string; referenceId: string } {
  return { transferId: transferKey, referenceId: String(referenceId) };
}
