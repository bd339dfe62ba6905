/** People note here that the bank has a recall, that the bank refuses it, or that the merchant withdraws it. */
import { requirePermission } from "#access";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { containsCardNumber } from "#rails";
import { RecallError } from "./errors.ts";
import { moveRecalls, type RecallMove } from "./move-recalls.ts";
import { isOpen, lockRecall, type Recall } from "./recall.ts";
import { isSaid } from "./request-recall.ts";

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
