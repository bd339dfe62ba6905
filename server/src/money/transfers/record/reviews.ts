/** Transfers in review: listed and resolved. */
import { type Actor, recordAudit } from "#audit";
import type { Outcome } from "#banks";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { TransferError } from "../errors.ts";
import type { Status } from "../machine.ts";
import { recordNews } from "./record-news.ts";
import { lockTransfers, type Transfer } from "../transfer.ts";
import type { Contradiction } from "../write-changes.ts";

// Lists what a person must look at: transfers in review, and contradictions of banks.

const LIST_MAX = 1_000;

/** An attempt as its bank knows it, with the merchant's transfer key. */
export interface AtBank {
  readonly transferKey: string;
  readonly referenceId: bigint;
  readonly amountPaise: bigint;
  readonly bankId: string;
  /** Our reference, by which the bank knows the attempt. */
  readonly reference: string;
}

interface OpenReview extends AtBank {
  /** The beginning of the review. */
  readonly since: Date;
}

/** A contradiction, with the current state of its transfer. */
interface OpenContradiction extends AtBank, Readonly<Contradiction> {
  readonly openedAt: Date;
  readonly status: Status;
}

/**
 * Lists transfers in review, longest first, and contradictions, newest first, because those stay on record.
 * At most 1,000 of each.
 */
export function listReviews(
  ctx: Context,
  merchantId: string,
): Promise<{ reviews: OpenReview[]; contradictions: OpenContradiction[] }> {
  return ctx.db.inMerchant(merchantId, async (tx) => ({
    reviews: await readReviews(tx),
    contradictions: await readContradictions(tx),
  }));
}

const AT_BANK = `
  transfer_key as "transferKey", reference_id as "referenceId", amount_paise as "amountPaise",
  attempt.bank_id as "bankId", reference`;

function readReviews(tx: Tx): Promise<OpenReview[]> {
  return tx.query<OpenReview>(
    `select ${AT_BANK}, step.at as since
     from transfers.transfer
     join transfers.attempt using (merchant_id, transfer_id, attempt)
     join transfers.step using (merchant_id, transfer_id)
     where merchant_id = $1
       -- The index of due times is that of open transfers.
       and due_at is not null
       and status = 'review'
       and to_status = 'review'
     order by step.at, reference_id
     limit $2`,
    [tx.merchantId, LIST_MAX],
  );
}

function readContradictions(tx: Tx): Promise<OpenContradiction[]> {
  return tx.query<OpenContradiction>(
    `select ${AT_BANK}, status, contradiction.attempt, kind, detail, opened_at as "openedAt"
     from transfers.contradiction
     join transfers.attempt using (merchant_id, transfer_id, attempt)
     join transfers.transfer using (merchant_id, transfer_id)
     where merchant_id = $1
     order by opened_at desc, reference_id desc
     limit $2`,
    [tx.merchantId, LIST_MAX],
  );
}

/** A person's finding about a transfer without a bank response, and the proof of it. */
interface ReviewFinding {
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
export async function resolveReview(
  ctx: Context,
  merchantId: string,
  finding: ReviewFinding,
): Promise<Transfer> {
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
