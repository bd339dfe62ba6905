import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Outcome } from "#banks";
import { TransferError } from "./errors.ts";
import { recordNews } from "./record-news.ts";
import { lockTransfers, type Transfer } from "./transfer.ts";

/** A person's finding about a transfer without a bank response, and the proof of it. */
export interface Finding {
  transferId: string;
  paid: boolean;
  /** The bank's reference of the payment, if it was paid. */
  utr?: string;
  /** The bank's letter, statement line or call that proves it. */
  because: string;
  by: Actor;
}

/**
 * Ends a transfer in review on a person's finding: posts it if it was paid, and releases it if the bank has
 * confirmed that it was not and will not be paid. Throws TransferError.not_in_review.
 */
export async function resolveReview(ctx: Context, merchantId: string, finding: Finding): Promise<Transfer> {
  const { transferId, paid, utr = "", because, by } = finding;
  const transfer = await ctx.db.inMerchant(merchantId, async (tx) => {
    const [locked] = await lockTransfers(tx, [transferId]);
    if (locked?.status !== "review") throw TransferError.not_in_review({ transferId });
    const detail = { paid, utr, because };
    await recordAudit(tx, [
      { actor: by, action: "transfers.review_resolved", subject: `transfer:${transferId}`, detail },
    ]);
    return locked;
  });
  const words = { code: "OPERATOR", text: because };
  const outcome: Outcome = paid
    ? { kind: "succeeded", ...words, utr, credited: true }
    : { kind: "failed", ...words, reason: "BANK_GATEWAY_ERROR", otherBank: false };
  const news = { transferId, attempt: transfer.attempt, source: "operator", outcome } as const;
  const [resolved] = await recordNews(ctx, merchantId, [news]);
  return resolved!;
}
