/** A recall as the database holds it, and where it may go. */
import type { Tx } from "#lib/db";

/** From each status to those that may follow it. Money that comes back counts, whatever was said before. */
export const recallMachine = {
  requested: ["with_bank", "returned", "refused", "withdrawn", "expired"],
  with_bank: ["returned", "refused", "withdrawn", "expired"],
  returned: [],
  refused: ["returned"],
  withdrawn: ["returned"],
  expired: ["returned"],
} as const;

export type RecallStatus = keyof typeof recallMachine;

/** Why a merchant wants its money back. */
export const RECALL_REASONS = ["wrong_beneficiary", "wrong_amount", "paid_twice", "fraud", "other"] as const;
export type RecallReason = (typeof RECALL_REASONS)[number];

/** So many days after the payment, by the calendar of India, it may be asked for. */
export const RECALL_DAYS = 45;
/** So many days without an answer end a recall. */
export const ANSWER_DAYS = 30;
/** So long after the request money that comes back is noted with it. */
export const WATCH_DAYS = 180;
/** So often may one transfer be recalled. */
export const RECALLS_MAX = 5;

/** One recall. Times by the merchant's clock. */
export interface Recall {
  readonly recallId: string;
  readonly transferId: string;
  /** Which of the transfer's recalls it is, from 1. */
  readonly place: number;
  readonly reason: RecallReason;
  readonly remarks: string;
  readonly status: RecallStatus;
  readonly askedAt: Date;
  readonly askedBy: string;
  /** The bank's number of the case. */
  readonly bankReference: string | null;
  /** Why the bank refused. */
  readonly refusal: string | null;
  /** When it expires without an answer; null: it is over. */
  readonly dueAt: Date | null;
  readonly endedAt: Date | null;
  readonly steps: number;
}

/** The columns of a recall under the names of the interface above. */
export const recallColumns = `
  recall.recall_id as "recallId", recall.transfer_id as "transferId", recall.place, recall.reason, recall.remarks,
  recall.status, recall.asked_at as "askedAt", recall.asked_by as "askedBy", recall.bank_reference as "bankReference",
  recall.refusal, recall.due_at as "dueAt", recall.ended_at as "endedAt", recall.steps`;

/** Locks a recall until the transaction ends; undefined when there is none. */
export async function lockRecall(tx: Tx, recallId: string): Promise<Recall | undefined> {
  const [recall] = await tx.query<Recall>(
    `select ${recallColumns} from recalls.recall where merchant_id = $1 and recall_id = $2 for update`,
    [tx.merchantId, recallId],
  );
  return recall;
}

/** Whether an answer is still waited for. */
export function isOpen({ status }: Pick<Recall, "status">): boolean {
  return status === "requested" || status === "with_bank";
}
