/** Reads one recall with its history, or lists a merchant's recalls. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { maskWords } from "#lib/mask-account";
import { RECALL, type Recall, type RecallStatus } from "./recall.ts";

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

/** Reads all recalls of a transfer with their history, in their order. */
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
