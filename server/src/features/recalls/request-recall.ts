import { requireOfMember, requirePermission } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { istDate } from "#lib/ist";
import { insertRows } from "#lib/rows";
import { containsCardNumber } from "#rails";
import { type OriginKind, readLateSuccesses, type Status } from "#transfers";
import { moveRecalls, type RecallMove } from "./move-recalls.ts";
import {
  ANSWER_DAYS,
  isOpen,
  lockRecall,
  RECALL,
  type Recall,
  RECALL_DAYS,
  RECALL_REASONS,
  RECALL_STEP,
  RecallError,
  type RecallReason,
  RECALLS_MAX,
  WATCH_DAYS,
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
  /** The time of the payment. Null means that it is not paid. */
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

interface Answered {
  readonly recallId: string;
  readonly by: Actor;
}

/**
 * Notes that the bank has the request, and its case number if it gave one. Throws RecallError.not_found,
 * already_with_bank, already_over or words_invalid, and AccessError.not_permitted if a member may not manage settings.
 */
export async function handOverRecall(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { recallId, bankReference, by }: Answered & { readonly bankReference: string | null },
): Promise<Recall> {
  if (bankReference !== null && !isSaid(bankReference)) throw RecallError.words_invalid();
  return answer(ctx, merchantId, { recallId, by }, async (tx, recall) => {
    await requireWord(tx, by);
    if (recall.status === "with_bank") throw RecallError.already_with_bank({ recallId });
    return { to: "with_bank", because: "the bank has the request", bankReference };
  });
}

/**
 * Notes that the bank refuses, and why. Money that has already come back takes precedence: then it throws
 * RecallError.money_is_back, and the worker ends the recall as returned. Otherwise it throws not_found, already_over,
 * words_invalid or AccessError.not_permitted.
 */
export async function refuseRecall(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { recallId, because, by }: Answered & { readonly because: string },
): Promise<Recall> {
  if (!isSaid(because) || containsCardNumber(because)) throw RecallError.words_invalid();
  return answer(ctx, merchantId, { recallId, by }, async (tx, { transferId }) => {
    await requireWord(tx, by);
    const [returned] = await tx.query(
      "select from transfers.transfer where merchant_id = $1 and transfer_id = $2 and status = 'reversed'",
      [merchantId, transferId],
    );
    if (returned !== undefined) throw RecallError.money_is_back({ recallId });
    return { to: "refused", because, refusal: because };
  });
}

/**
 * A member who reports a bank's answer needs the permission. In the sandbox a merchant's own program plays the bank.
 */
async function requireWord(tx: Tx, by: Actor): Promise<void> {
  if (!by.startsWith("api-key:")) await requirePermission(tx, by, "manage_settings");
}

/** Withdraws a recall, as the merchant no longer wants its money back. Throws RecallError.not_found or already_over. */
export function withdrawRecall(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { recallId, by }: Answered,
): Promise<Recall> {
  return answer(ctx, merchantId, { recallId, by }, async () => ({
    to: "withdrawn",
    because: "withdrawn by the merchant",
  }));
}

async function answer(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { recallId, by }: Answered,
  decide: (tx: Tx, recall: Recall) => Promise<Omit<RecallMove, "recall">>,
): Promise<Recall> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const recall = await lockRecall(tx, recallId);
    if (recall === undefined) throw RecallError.not_found({ recallId });
    if (!isOpen(recall)) throw RecallError.already_over({ recallId, status: recall.status });
    const move = await decide(tx, recall);
    crashPoint("recalls.answer.decided");
    const [moved] = await moveRecalls(tx, [{ recall, ...move }], by);
    return moved!;
  });
}
