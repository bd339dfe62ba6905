import { requireOfMember } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { insertRows } from "#lib/rows";
import { newId } from "#lib/ids";
import { istDate } from "#lib/ist";
import { containsCardNumber } from "#rails";
import { readLateSuccesses, type OriginKind, type Status } from "#transfers";
import { RecallError } from "./errors.ts";
import {
  ANSWER_DAYS,
  RECALL_DAYS,
  RECALL_REASONS,
  RECALLS_MAX,
  RECALL,
  RECALL_STEP,
  WATCH_DAYS,
  type Recall,
  type RecallReason,
} from "./recall.ts";

interface RecallToRequest {
  readonly transferId: string;
  readonly reason: RecallReason;
  /** For the bank's letter; at most 250 characters. */
  readonly remarks: string;
  readonly by: Actor;
}

const DAY_MS = 86_400_000;
const REMARKS_MAX = 250;

/**
 * Opens a recall of a paid transfer, or of one that was paid after it had failed. No money moves: only the bank's
 * return does that. A transfer has one open recall at a time, within 45 days of its payment; of several requests at
 * once, one is accepted. Throws a RecallError.
 */
export async function requestRecall(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { transferId, reason, remarks, by }: RecallToRequest,
): Promise<Recall> {
  if (!RECALL_REASONS.includes(reason)) throw RecallError.reason_invalid({ reason });
  if (!isSaid(remarks, 0) || containsCardNumber(remarks)) throw RecallError.remarks_invalid();
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "initiate_quick_transfer");
    const earlier = await checkTransfer(tx, transferId);
    const [recall] = await tx.query<Recall>(INSERT, [
      merchantId,
      newId(),
      transferId,
      earlier + 1,
      reason,
      remarks,
      tx.now,
      by,
      new Date(tx.now.getTime() + ANSWER_DAYS * DAY_MS),
      new Date(tx.now.getTime() + WATCH_DAYS * DAY_MS),
    ]);
    // Another request came first.
    if (recall === undefined) throw RecallError.already_open({ transferId });
    const { recallId } = recall;
    const first = {
      recallId,
      step: 1,
      fromStatus: "new",
      toStatus: "requested",
      because: reason,
      by,
    } as const;
    await insertRows(tx, RECALL_STEP, [{ ...first, at: tx.now }]);
    await recordAudit(tx, [
      {
        actor: by,
        action: "recalls.recall_requested",
        subject: `recall:${recallId}`,
        detail: { transferId, reason, remarks },
      },
    ]);
    return recall;
  });
}

/** True if a text has a valid length and no characters that a letter cannot show. */
export function isSaid(text: string, lengthMin = 1): boolean {
  return text.trim().length >= lengthMin && text.length <= REMARKS_MAX && !/[\p{Cc}\p{Cf}]/u.test(text);
}

interface Facts {
  readonly status: Status;
  readonly originKind: OriginKind | null;
  /** The time of the payment; null: it is not paid. */
  readonly paidAt: Date | null;
  readonly recalls: number;
  readonly open: boolean;
}

/** Refuses a transfer that cannot be recalled. Returns how many recalls it has had. */
async function checkTransfer(tx: Tx, transferId: string): Promise<number> {
  const [facts] = await tx.query<Facts>(READ_FACTS, [tx.merchantId, transferId]);
  if (facts === undefined) throw RecallError.transfer_not_found({ transferId });
  const { status, originKind, recalls, open } = facts;
  const late = (await readLateSuccesses(tx, [transferId])).get(transferId);
  const paidAt = late?.at ?? facts.paidAt;
  if (paidAt === null) throw RecallError.not_paid({ transferId, status });
  if (originKind === "withdrawal" || originKind === "refund") throw RecallError.own_account({ transferId });
  if (open) throw RecallError.already_open({ transferId });
  if (daysBetween(paidAt, tx.now) > RECALL_DAYS) throw RecallError.too_old({ transferId });
  if (recalls >= RECALLS_MAX) throw RecallError.too_many({ transferId });
  return recalls;
}

/** Counts the days from one moment to another by the calendar of India. */
function daysBetween(from: Date, to: Date): number {
  return (Date.parse(istDate(to)) - Date.parse(istDate(from))) / DAY_MS;
}

const READ_FACTS = `
  select transfer.status, transfer.origin_kind as "originKind",
    case when transfer.status = 'succeeded' then transfer.finished_at end as "paidAt",
    count(recall.recall_id)::int as recalls, coalesce(bool_or(recall.due_at is not null), false) as open
  from transfers.transfer
  left join recalls.recall
    on recall.merchant_id = transfer.merchant_id
   and recall.transfer_id = transfer.transfer_id
  where transfer.merchant_id = $1
    and transfer.transfer_id = $2
  group by transfer.merchant_id, transfer.transfer_id`;

const INSERT = `
  insert into recalls.recall (merchant_id, recall_id, transfer_id, place, reason, remarks, status, asked_at, asked_by,
    due_at, watched_until, steps)
  values ($1, $2, $3, $4, $5, $6, 'requested', $7, $8, $9, $10, 1)
  on conflict do nothing
  returning ${RECALL.columns}`;
