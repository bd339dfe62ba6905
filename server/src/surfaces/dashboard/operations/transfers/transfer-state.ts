/** The state of one transfer, as the form of a quick transfer shows it after sending. */
import Type from "typebox";
import { nullable, sentence } from "#dashboard/schemas";
import { formatRupees } from "#lib/money";
import { explainReason } from "#stories";
import { viewTransfer, type Transfer } from "#transfers";

export const transferState = Type.Object(
  {
    transferId: Type.String(),
    transferKey: Type.String(),
    referenceId: Type.String(),
    status: Type.String({ description: "RECEIVED, APPROVAL_PENDING, QUEUED, PENDING, SUCCESS, FAILED, ..." }),
    stage: Type.String({
      description: "The finer status: awaiting_approval, waiting, ready, sent, review, ...",
    }),
    waitingFor: nullable(Type.String()),
    acknowledged: Type.Boolean(),
    amount: Type.String(),
    fee: Type.String(),
    tax: Type.String(),
    mode: Type.String(),
    rail: Type.String(),
    bankId: nullable(Type.String()),
    utr: nullable(Type.String()),
    reason: nullable(Type.String()),
    why: nullable(sentence),
    remedy: nullable(sentence),
    acceptedAt: Type.String(),
    sentAt: nullable(Type.String()),
    finishedAt: nullable(Type.String()),
    nextAt: nullable(Type.String({ description: "When it is next checked." })),
  },
  { $id: "TransferState" },
);

export function stateOf(transfer: Transfer) {
  const { transferId, transferKey, referenceId, status, waitingFor, acknowledged, mode, rail } = transfer;
  const { bankId, utr, reason, acceptedAt, sentAt, finishedAt, dueAt } = transfer;
  const told = reason === null ? null : explainReason(reason);
  return {
    transferId,
    transferKey,
    referenceId: String(referenceId),
    status: viewTransfer(transfer).publicStatus,
    stage: status,
    waitingFor,
    acknowledged,
    amount: formatRupees(transfer.amountPaise),
    fee: formatRupees(transfer.feePaise),
    tax: formatRupees(transfer.taxPaise),
    mode,
    rail,
    bankId,
    utr,
    reason,
    why: told?.why ?? null,
    remedy: told?.remedy ?? null,
    acceptedAt,
    sentAt,
    finishedAt,
    nextAt: dueAt,
  };
}
