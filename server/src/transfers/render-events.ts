/** The bodies of transfer webhooks, rendered when they are first delivered. */
import type { Tx } from "#lib/db";
import { openAccountNumber, readPayees } from "#beneficiaries";
import type { Context } from "#lib/context";
import { categoryOf } from "#rails";
import {
  describeV2Transfer,
  registerRenderer,
  registerV2Renderer,
  standingAtEnd,
  type EventData,
  type EventToRender,
  type V2Data,
  type V2Ending,
} from "#webhooks";
import { transferColumns, type Transfer } from "./transfer.ts";

/** Teaches the webhooks module what a transfer's events say. */
export function registerTransferEvents(): void {
  registerRenderer("transfer", renderEvents);
  registerV2Renderer("transfer", renderV2Events);
}

/** What the event type fixes (acknowledged, status) follows from the event; the rest no longer changes. */
async function renderEvents(
  tx: Tx,
  subjectIds: readonly string[],
  events: readonly EventToRender[],
): Promise<Map<string, EventData>> {
  const byId = await readById(tx, subjectIds);
  return new Map(events.map((event) => [event.eventId, renderEvent(event, byId.get(event.subjectId)!)]));
}

async function readById(tx: Tx, transferIds: readonly string[]): Promise<Map<string, Transfer>> {
  const rows = await tx.query<Transfer>(
    `select ${transferColumns}
     from transfers.transfer
     where merchant_id = $1
       and transfer_id = any ($2::uuid[])`,
    [tx.merchantId, transferIds],
  );
  return new Map(rows.map((row) => [row.transferId, row]));
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

/** What each event says of its transfer in the words of v2; TRANSFER_APPROVED is not among its events. */
const V2_STATUSES: Partial<Record<EventToRender["type"], V2Ending>> = {
  TRANSFER_SUCCESS: "SUCCESS",
  TRANSFER_ACKNOWLEDGED: "SUCCESS",
  TRANSFER_FAILED: "FAILED",
  TRANSFER_REVERSED: "REVERSED",
  TRANSFER_REJECTED: "REJECTED",
};

async function renderV2Events(
  ctx: Context,
  tx: Tx,
  events: readonly EventToRender[],
): Promise<Map<string, V2Data>> {
  const transfers = await readById(tx, [...new Set(events.map((event) => event.subjectId))]);
  const beneficiaryIds = [...new Set([...transfers.values()].map((transfer) => transfer.beneficiaryId))];
  const payees = await readPayees(tx, { beneficiaryIds });
  const payeeById = new Map(payees.map((payee) => [payee.beneficiaryId, payee]));
  return new Map(
    events.map((event) => {
      const transfer = transfers.get(event.subjectId)!;
      const payee = payeeById.get(transfer.beneficiaryId)!;
      const { sealedAccount } = payee;
      const bankAccount =
        sealedAccount === null ? null : openAccountNumber(ctx, tx.merchantId, sealedAccount);
      const data = describeV2Transfer({
        ...transfer,
        standing: standingAtEnd({
          status: V2_STATUSES[event.type]!,
          acknowledged: isAcknowledgedAt(event, transfer),
          reason: transfer.reason,
        }),
        payee: { ...payee, bankAccount },
        category: categoryOf(transfer.mode),
        updatedAt: event.at,
      });
      return [event.eventId, data];
    }),
  );
}
