/** Renders the bodies of transfer webhooks when they are first delivered. */
import { openAccountNumber, type PayeeFacts, readPayees } from "#beneficiaries";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { categoryOf, isLateReason, type LateReason } from "#rails";
import {
  describeV2Transfer,
  type EventData,
  type EventToRender,
  type EventType,
  type EventWithFields,
  formatEventTime,
  type NewEvent,
  registerRenderer,
  registerV2Renderer,
  standingAtEnd,
  type V2Data,
  type V2Ending,
} from "#webhooks";
import { explainLate } from "./late-successes.ts";
import type { Status } from "./machine.ts";
import { isTold } from "./origins.ts";
import { type Transfer, transferColumns } from "./transfer.ts";
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

/** Returns the data that the transfer may lose later. Null means that the renderer reads the transfer. */
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

/** Registers the renderer of transfer events with the webhooks module. */
export function registerTransferEvents(): void {
  registerRenderer("transfer", renderEvents);
  registerV2Renderer("transfer", renderV2Events);
}

/** A transfer, with what its events must say differently from its current state. */
interface ToTell {
  readonly transfer: Transfer;
  /** The reason for the failure as known before the late payment. Null means the transfer's current reason. */
  readonly failedBecause: string | null;
  /** True if TRANSFER_ACKNOWLEDGED was published: then the success before it was not acknowledged. */
  readonly acknowledgedLater: boolean;
}

/** Acknowledged and status follow from the type of the event; the rest never changes. */
async function renderEvents(
  tx: Tx,
  subjectIds: readonly string[],
  events: readonly EventToRender[],
): Promise<Map<string, EventData>> {
  const byId = await readById(tx, subjectIds);
  return new Map(events.map((event) => [event.eventId, renderEvent(event, byId.get(event.subjectId)!)]));
}

async function readById(tx: Tx, transferIds: readonly string[]): Promise<Map<string, ToTell>> {
  const rows = await tx.query<Transfer & Omit<ToTell, "transfer">>(
    `select ${transferColumns}, failed_because as "failedBecause",
       acknowledged and exists (
         select from webhooks.event
         where event.merchant_id = transfer.merchant_id
           and event.subject_id = transfer.transfer_id
           and event.type = 'TRANSFER_ACKNOWLEDGED'
       ) as "acknowledgedLater"
     from transfers.transfer
     where merchant_id = $1
       and transfer_id = any ($2::uuid[])`,
    [tx.merchantId, transferIds],
  );
  return new Map(
    rows.map(({ failedBecause, acknowledgedLater, ...transfer }) => [
      transfer.transferId,
      { transfer, failedBecause, acknowledgedLater },
    ]),
  );
}

function renderEvent(event: EventToRender, told: ToTell): EventData {
  const { transferKey, referenceId, utr } = told.transfer;
  return {
    transferId: transferKey,
    referenceId: String(referenceId),
    acknowledged: isAcknowledgedAt(event, told) ? "1" : "0",
    utr: utr ?? "",
    reason: reasonAt(told) ?? "",
  };
}

/** Returns why it failed or was returned, as published at that time. */
function reasonAt({ transfer, failedBecause }: ToTell): string | null {
  return failedBecause === null ? transfer.reason : failedBecause || null;
}

/** A success that was followed by TRANSFER_ACKNOWLEDGED was not acknowledged when it happened. */
function isAcknowledgedAt({ type }: EventToRender, { transfer, acknowledgedLater }: ToTell): boolean {
  return type === "TRANSFER_ACKNOWLEDGED" || (transfer.acknowledged && !acknowledgedLater);
}

/** The v2 status of the transfer in each event. TRANSFER_APPROVED has none in v2. */
const V2_STATUSES: Partial<Record<EventToRender["type"], V2Ending>> = {
  TRANSFER_SUCCESS: "SUCCESS",
  TRANSFER_ACKNOWLEDGED: "SUCCESS",
  TRANSFER_FAILED: "FAILED",
  TRANSFER_REVERSED: "REVERSED",
  TRANSFER_REJECTED: "REJECTED",
};

/** A transfer keeps its status when a bank pays it after a refusal. */
const LATE_STATUSES: Partial<Record<Status, V2Ending>> = {
  rejected: "REJECTED",
  cancelled: "REJECTED",
  succeeded: "SUCCESS",
  reversed: "REVERSED",
};

async function renderV2Events(
  ctx: Context,
  tx: Tx,
  events: readonly EventWithFields[],
): Promise<Map<string, V2Data>> {
  const transfers = await readById(tx, [...new Set(events.map((event) => event.subjectId))]);
  const beneficiaryIds = [...transfers.values()].map(({ transfer }) => transfer.beneficiaryId);
  const payees = await readPayees(tx, { beneficiaryIds: [...new Set(beneficiaryIds)] });
  const payeeById = new Map(payees.map((payee) => [payee.beneficiaryId, payee]));
  return new Map(
    events.map((event) => {
      const told = transfers.get(event.subjectId)!;
      return [
        event.eventId,
        renderV2Event(ctx, event, { told, payee: payeeById.get(told.transfer.beneficiaryId)! }),
      ];
    }),
  );
}

function renderV2Event(
  ctx: Context,
  event: EventWithFields,
  { told, payee }: { told: ToTell; payee: PayeeFacts },
): V2Data {
  const { transfer } = told;
  const { sealedAccount } = payee;
  const bankAccount =
    sealedAccount === null ? null : openAccountNumber(ctx, transfer.merchantId, sealedAccount);
  const late = event.data["reason"] ?? null;
  const isLate = Object.hasOwn(LATE_EVENTS, event.type) && isLateReason(late);
  return describeV2Transfer({
    ...transfer,
    utr: isLate ? event.data["utr"] || null : transfer.utr,
    standing: standingAtEnd({
      status: V2_STATUSES[event.type] ?? LATE_STATUSES[transfer.status] ?? "FAILED",
      acknowledged: isAcknowledgedAt(event, told),
      reason: isLate ? late : reasonAt(told),
      explained: isLate ? explainLate(late) : null,
    }),
    payee: { ...payee, bankAccount },
    category: categoryOf(transfer.mode),
    updatedAt: event.at,
  });
}
