/** A recall as the database holds it, and the moves that it can make. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { defineErrors } from "#lib/errors";
import { maskWords } from "#lib/mask-account";
import { defineRow, nullable, type RowOf, smallint, text, timestamptz, uuid } from "#lib/rows";

export const RecallError = defineErrors("recalls", {
  transfer_not_found: "TransferId is invalid or does not exist",
  not_found: "Recall does not exist",
  reason_invalid: "Please provide a valid reason",
  remarks_invalid: "Please provide remarks of at most 250 characters",
  not_paid: "Only a transfer that was paid can be recalled",
  own_account: "Money that went to your own account cannot be recalled",
  too_old: "A transfer can be recalled within 45 days only",
  already_open: "A recall of this transfer is open already",
  too_many: "This transfer was recalled five times already",
  already_over: "The recall is over already",
  already_with_bank: "The bank has the request already",
  // The refusal comes too late.
  money_is_back: "The money has come back; the recall cannot be refused",
  words_invalid: "Say it in 1 to 250 characters.",
});

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
  /** The moment at which it expires without an answer. Null means that it is over. */
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

/** One row of the history, as people see it. */
export interface RecallEvent {
  readonly to: RecallStatus;
  readonly because: string;
  readonly at: Date;
}

/** A recall with the details by which the merchant knows its transfer. */
export interface RecallDetails extends Recall {
  readonly transferKey: string;
  readonly referenceId: bigint;
  readonly amountPaise: bigint;
  readonly history: readonly RecallEvent[];
}

/** Names a recall by itself, or as the newest one of a transfer. */
export type RecallChoice = { readonly recallId: string } | { readonly transferId: string };

/** Reads a recall with its history; undefined if there is none. */
export async function readRecall(
  ctx: Pick<Context, "db">,
  merchantId: string,
  choice: RecallChoice,
): Promise<RecallDetails | undefined> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const [found] =
      "recallId" in choice
        ? await tx.query<RecallDetails>(BY_ID, [merchantId, choice.recallId])
        : await tx.query<RecallDetails>(BY_TRANSFER, [merchantId, choice.transferId]);
    if (found === undefined) return undefined;
    return { ...found, history: await readHistory(tx, found) };
  });
}

const SELECT = `
  select ${RECALL.columns}, transfer.transfer_key as "transferKey", transfer.reference_id as "referenceId",
    transfer.amount_paise as "amountPaise"
  from recalls.recall
  join transfers.transfer
    on transfer.merchant_id = recall.merchant_id
   and transfer.transfer_id = recall.transfer_id`;

const BY_ID = `
  ${SELECT}
  where recall.merchant_id = $1
    and recall.recall_id = $2`;

const BY_TRANSFER = `
  ${SELECT}
  where recall.merchant_id = $1
    and recall.transfer_id = $2
  order by recall.place desc
  limit 1`;

/** Reads the history of a recall; what the bank said is masked. */
async function readHistory(tx: Tx, recall: Omit<RecallDetails, "history">): Promise<RecallEvent[]> {
  const { recallId, transferKey, referenceId, bankReference } = recall;
  const history = await tx.query<RecallEvent>(
    `select to_status as "to", because, at
     from recalls.step
     where merchant_id = $1
       and recall_id = $2
     order by step`,
    [tx.merchantId, recallId],
  );
  const known = { references: [transferKey, `${referenceId}`, bankReference] };
  return history.map((step) => ({ ...step, because: maskWords(step.because, known) }));
}

/** Reads all recalls of a transfer with their history, oldest first. */
export async function readRecallsOf(tx: Tx, transferId: string): Promise<RecallDetails[]> {
  const found = await tx.query<Omit<RecallDetails, "history">>(
    `${SELECT}
     where recall.merchant_id = $1
       and recall.transfer_id = $2
     order by recall.place`,
    [tx.merchantId, transferId],
  );
  return Promise.all(found.map(async (one) => ({ ...one, history: await readHistory(tx, one) })));
}

/** Lists a merchant's recalls without their history, newest first. */
export async function listRecalls(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { limit }: { readonly limit: number },
): Promise<Omit<RecallDetails, "history">[]> {
  return ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<Omit<RecallDetails, "history">>(
      `${SELECT}
       where recall.merchant_id = $1
       order by recall.recall_id desc
       limit $2`,
      [merchantId, limit],
    ),
  );
}
