/** The state of a transfer: its status, with what it waits for or whether the payee has the money. */
import { openAccountNumber, type PayeeFacts } from "#beneficiaries";
import type { Context } from "#lib/context";
import { categoryOf, type WireCategory } from "#rails";
import { publicStatus, type PublicStatus, type Status, type WaitingFor } from "./machine.ts";
import type { Transfer } from "./transfer.ts";

/** Each state with its status, in the order in which a transfer can have them. */
export const STATES = {
  awaiting_approval: "awaiting_approval",
  scheduled: "waiting",
  queued_for_funds: "waiting",
  queued_for_window: "waiting",
  queued_for_bank: "waiting",
  sending: "ready",
  with_bank: "sent",
  under_review: "review",
  sent_to_payee_bank: "succeeded",
  credited: "succeeded",
  failed: "failed",
  rejected: "rejected",
  cancelled: "cancelled",
  reversed: "reversed",
} as const satisfies Record<string, Status>;

export type TransferState = keyof typeof STATES;

export const TRANSFER_STATES = Object.keys(STATES) as readonly TransferState[];

const OF_WAITING: Readonly<Record<WaitingFor, TransferState>> = {
  schedule: "scheduled",
  funds: "queued_for_funds",
  window: "queued_for_window",
  downtime: "queued_for_bank",
};

const OF_STATUS: Readonly<Record<Exclude<Status, "waiting" | "succeeded">, TransferState>> = {
  received: "sending",
  awaiting_approval: "awaiting_approval",
  ready: "sending",
  sent: "with_bank",
  review: "under_review",
  failed: "failed",
  rejected: "rejected",
  cancelled: "cancelled",
  reversed: "reversed",
};

export function stateOf({
  status,
  waitingFor,
  acknowledged,
}: Pick<Transfer, "status" | "waitingFor" | "acknowledged">): TransferState {
  if (status === "waiting") return OF_WAITING[waitingFor!];
  if (status === "succeeded") return acknowledged ? "credited" : "sent_to_payee_bank";
  return OF_STATUS[status];
}

/**
 * SQL that is true if a row of `transfers.transfer`, whose status is one of theirs, is in one of the states
 * of a parameter. It uses the plain columns, because PostgreSQL has statistics about them.
 */
export const amongStates = (parameter: string): string => `(
  status not in ('waiting', 'succeeded')
  ${Object.entries(OF_WAITING)
    .map(([word, state]) => `or (waiting_for = '${word}' and '${state}' = any (${parameter}))`)
    .join("\n  ")}
  or (status = 'succeeded' and acknowledged and 'credited' = any (${parameter}))
  or (status = 'succeeded' and not acknowledged and 'sent_to_payee_bank' = any (${parameter}))
)`;

/** SQL that is true if a bank paid a transfer after it had refused it. The status stays failed. */
export const paidLate = (transfer: string): string =>
  `coalesce(${transfer}.reason = 'PAID_AFTER_FAILURE', false)`;

/** SQL that is true if a transfer has paid or may still pay, so that sums and duplicate checks count it. */
export const mayPay = (transfer: string): string =>
  `(${transfer}.status not in ('failed', 'rejected', 'cancelled', 'reversed') or ${paidLate(transfer)})`;

/** Returns the states that the merchant sees as one public status. */
export function statesOf(word: PublicStatus): TransferState[] {
  return TRANSFER_STATES.filter((state) => publicStatus[STATES[state]] === word);
}

export interface TransferView extends Transfer {
  readonly publicStatus: PublicStatus;
  readonly category: WireCategory;
}

/** The payee as it was when the transfer was accepted. The account number is in clear. */
interface PayeeView {
  readonly beneId: string | null;
  readonly name: string;
  readonly bankAccount: string | null;
  readonly ifsc: string | null;
  readonly vpa: string | null;
  readonly phone: string | null;
}

export interface TransferDetails extends TransferView {
  readonly beneficiary: PayeeView;
}

/** Adds the public status and the mode's category. */
export function viewTransfer(transfer: Transfer): TransferView {
  return { ...transfer, publicStatus: publicStatus[transfer.status], category: categoryOf(transfer.mode) };
}

/** Adds the payee, with the unmasked account number. */
export function detailTransfer(ctx: Context, transfer: Transfer, payee: PayeeFacts): TransferDetails {
  const { beneId, name, sealedAccount, ifsc, vpa, phone } = payee;
  const bankAccount =
    sealedAccount === null ? null : openAccountNumber(ctx, transfer.merchantId, sealedAccount);
  return { ...viewTransfer(transfer), beneficiary: { beneId, name, bankAccount, ifsc, vpa, phone } };
}
