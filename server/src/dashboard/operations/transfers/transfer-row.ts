/** A transfer as lists show it: what a person needs to know it again, and nothing that is secret. */
import Type from "typebox";
import { nullable, rupees, words, at } from "#dashboard/schemas";
import type { PayeeFacts } from "#beneficiaries";
import { formatRupees } from "#lib/money";
import { type Calendar, expectedBy, lookUpIfsc, type TransferMode, withPaidOnly } from "#rails";
import {
  isCharged,
  publicStatus,
  stateOf,
  TRANSFER_SOURCES,
  TRANSFER_STATES,
  type FoundTransfer,
  type Transfer,
} from "#transfers";

export const payeeSchema = Type.Object(
  {
    beneficiaryId: Type.String(),
    beneId: nullable(Type.String()),
    name: Type.String(),
    accountLast4: nullable(Type.String()),
    cardLast4: nullable(Type.String()),
    ifsc: nullable(Type.String()),
    bankName: nullable(Type.String()),
    vpa: nullable(Type.String()),
    phone: nullable(Type.String()),
  },
  { $id: "TransferPayee" },
);

export const transferRow = Type.Object(
  {
    /** Ours: what operations on it take. */
    transferId: Type.String(),
    /** The merchant's own: what people know it by. */
    transferKey: Type.String(),
    referenceId: Type.String(),
    status: words([...new Set(Object.values(publicStatus))]),
    state: words(TRANSFER_STATES),
    reason: nullable(Type.String()),
    amount: rupees,
    /** What it costs: nothing once it has ended unpaid or come back. */
    fee: rupees,
    tax: rupees,
    mode: Type.String(),
    rail: Type.String(),
    bankId: nullable(Type.String()),
    remarks: Type.String(),
    utr: nullable(Type.String()),
    fundSourceId: Type.String(),
    source: words(TRANSFER_SOURCES),
    originId: nullable(Type.String()),
    makerId: nullable(Type.String()),
    attempts: Type.Integer(),
    acceptedAt: at,
    sentAt: nullable(at),
    finishedAt: nullable(at),
    /** When the payee normally has it, while it is on its way. */
    expectedAt: nullable(at),
    payee: payeeSchema,
  },
  { $id: "TransferRow" },
);

/** With a mode: what a payment by it pays, and no other account, card or VPA of the payee. */
export function describePayee(payee: PayeeFacts, mode?: TransferMode) {
  const shown = mode === undefined ? payee : withPaidOnly(mode, payee);
  const { beneficiaryId, beneId, name, accountLast4, cardLast4, ifsc, vpa, phone } = shown;
  const bankName = ifsc === null ? null : (lookUpIfsc(ifsc)?.bankName ?? null);
  return { beneficiaryId, beneId, name, accountLast4, cardLast4, ifsc, bankName, vpa, phone };
}

export function describeTransfer({ transfer, payee, makerId }: FoundTransfer, calendar: Calendar) {
  const { transferId, transferKey, referenceId, status, reason, mode, rail, bankId, remarks, utr } = transfer;
  const { fundSourceId, originId, originKind, attempt, acceptedAt, sentAt, finishedAt } = transfer;
  return {
    transferId,
    transferKey,
    referenceId: String(referenceId),
    status: publicStatus[status],
    state: stateOf(transfer),
    reason,
    amount: formatRupees(transfer.amountPaise),
    fee: formatRupees(isCharged(transfer) ? transfer.feePaise : 0n),
    tax: formatRupees(isCharged(transfer) ? transfer.taxPaise : 0n),
    mode,
    rail,
    bankId,
    remarks,
    utr,
    fundSourceId,
    source: originKind ?? (makerId === null ? "api" : "dashboard"),
    originId,
    makerId,
    attempts: attempt,
    acceptedAt,
    sentAt,
    finishedAt,
    expectedAt: expectedOf(transfer, calendar),
    payee: describePayee(payee, mode),
  };
}

function expectedOf({ status, sentAt, rail, acknowledged }: Transfer, calendar: Calendar): Date | null {
  const isOnItsWay = status === "sent" || (status === "succeeded" && !acknowledged);
  return isOnItsWay && sentAt !== null ? expectedBy(rail, sentAt, calendar) : null;
}
