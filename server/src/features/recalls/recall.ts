/** A recall as the database holds it, and the moves that it can make. */
import type { Tx } from "#lib/db";
import { defineRow, nullable, smallint, text, timestamptz, uuid, type RowOf } from "#lib/rows";

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

export const RECALL = defineRow("recalls.recall", {
  recallId: uuid,
  transferId: uuid,
  /** The place of the recall among the transfer's recalls, from 1. */
  place: smallint,
  reason: text<RecallReason>(),
  remarks: text(),
  status: text<RecallStatus>(),
  askedAt: timestamptz,
  askedBy: text(),
  /** The bank's case number. */
  bankReference: nullable(text()),
  /** The bank's reason to refuse. */
  refusal: nullable(text()),
  /** The moment at which it expires without an answer; null: it is over. */
  dueAt: nullable(timestamptz),
  endedAt: nullable(timestamptz),
  steps: smallint,
});

/** One recall. Times are by the merchant's clock. */
export type Recall = RowOf<typeof RECALL>;

/** One row of a recall's history. */
export const RECALL_STEP = defineRow("recalls.step", {
  recallId: uuid,
  step: smallint,
  fromStatus: text<RecallStatus | "new">(),
  toStatus: text<RecallStatus>(),
  because: text(),
  by: text(),
  at: timestamptz,
});

/** Locks a recall until the transaction ends; undefined if there is none. */
export async function lockRecall(tx: Tx, recallId: string): Promise<Recall | undefined> {
  const [recall] = await tx.query<Recall>(
    `select ${RECALL.columns} from recalls.recall where merchant_id = $1 and recall_id = $2 for update`,
    [tx.merchantId, recallId],
  );
  return recall;
}

/** True if the bank's answer is still awaited. */
export function isOpen({ status }: Pick<Recall, "status">): boolean {
  return status === "requested" || status === "with_bank";
}
