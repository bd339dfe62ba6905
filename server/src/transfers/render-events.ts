/** The bodies of transfer webhooks, rendered when they are first delivered. */
import type { Tx } from "#lib/db";
import { registerRenderer, type EventData, type EventToRender } from "#webhooks";
import { transferColumns, type Transfer } from "./transfer.ts";

/** Teaches the webhooks module what a transfer's events say. */
export function registerTransferEvents(): void {
  registerRenderer("transfer", renderEvents);
}

/** What the event type fixes (acknowledged, status) follows from the event; the rest no longer changes. */
async function renderEvents(
  tx: Tx,
  subjectIds: readonly string[],
  events: readonly EventToRender[],
): Promise<Map<string, EventData>> {
  const rows = await tx.query<Transfer>(
    `select ${transferColumns}
     from transfers.transfer
     where merchant_id = $1
       and transfer_id = any ($2::uuid[])`,
    [tx.merchantId, subjectIds],
  );
  const byId = new Map(rows.map((row) => [row.transferId, row]));
  return new Map(events.map((event) => [event.eventId, renderEvent(event, byId.get(event.subjectId)!)]));
}

function renderEvent(event: EventToRender, transfer: Transfer): EventData {
  const { transferKey, referenceId, utr, reason } = transfer;
  return {
    transferId: transferKey,
    referenceId: String(referenceId),
    acknowledged: isAcknowledgedAt(event, transfer) ? "1" : "0",
    utr: utr ?? "",
    reason: reason ?? "",
  };
}

/** A success that was followed by TRANSFER_ACKNOWLEDGED was not acknowledged when it happened. */
function isAcknowledgedAt(event: EventToRender, transfer: Transfer): boolean {
  if (event.type === "TRANSFER_ACKNOWLEDGED") return true;
  const laterEvents = transfer.events - event.seq - (transfer.status === "reversed" ? 1 : 0);
  return transfer.acknowledged && laterEvents === 0;
}
