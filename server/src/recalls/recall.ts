/** A recall as the database holds it, and the moves that it can make. */
import type { Tx } from "#lib/db";

/** Maps each status to those that may follow it. Money that comes back takes precedence over any earlier answer. */
export const recallMachine = {
  requested: ["with_bank", "returned", "refused", "withdrawn", "expired"],
  with_bank: ["returned", "refused", "withdrawn", "expired"],
  returned: [],
  refused: ["returned"],
  withdrawn: ["returned"],
  expired: ["returned"],
} as const;

export type RecallStatus = keyof typeof recallMachine;

/** The reasons for which a merchant wants its money back. */
export const RECALL_REASONS = ["wrong_beneficiary", "wrong_amount", "paid_twice", "fraud", "other"] as const;
export type RecallReason = (typeof RECALL_REASONS)[number];

/** A transfer can be recalled for this many days after its payment, by the calendar of India. */
export const RECALL_DAYS = 45;
/** A recall without an answer ends after this many days. */
export const ANSWER_DAYS = 30;
/** Money that comes back within this many days of the request is noted with the recall. */
export const WATCH_DAYS = 180;
/** One transfer can be recalled this many times. */
export const RECALLS_MAX = 5;

/** One recall. Times are by the merchant's clock. */
export interface Recall {
  readonly recallId: string;
  readonly transferId: string;
  /** The place of the recall among the transfer's recalls, from 1. */
  readonly place: number;
  readonly reason: RecallReason;
  readonly remarks: string;
  readonly status: RecallStatus;
  readonly askedAt: Date;
  readonly askedBy: string;
  /** The bank's case number. */
  readonly bankReference: string | null;
  /** The bank's reason to refuse. */
  readonly refusal: string | null;
  /** The moment at which it expires without an answer; null: it is over. */
  readonly dueAt: Date | null;
  readonly endedAt: Date | null;
  readonly steps: number;
}

/** The columns of a recall under the names of the interface above. */
export const recallColumns = `
  recall.recall_id as "recallId", recall.transfer_id as "transferId", recall.place, recall.reason, recall.remarks,
  recall.status, recall.asked_at as "askedAt", recall.asked_by as "askedBy", recall.bank_reference as "bankReference",
  recall.refusal, recall.due_at as "dueAt", recall.ended_at as "endedAt", recall.steps`;

/** Locks a recall until the transaction ends; undefined if there is none. */
export async function lockRecall(tx: Tx, recallId: string): Promise<Recall | undefined> {
  const [recall] = await tx.query<Recall>(
    `select ${recallColumns} from recalls.recall where merchant_id = $1 and recall_id = $2 for update`,
    [tx.merchantId, recallId],
  );
  return recall;
}

/** True if the bank's answer is still awaited. */
export function isOpen({ status }: Pick<Recall, "status">): boolean {
  return status === "requested" || status === "with_bank";
}
