/** Lists what a person must look at: transfers in review, and contradictions of banks. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { Status } from "./machine.ts";
import type { Contradiction } from "./write-changes.ts";

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

export interface OpenReview extends AtBank {
  /** The beginning of the review. */
  readonly since: Date;
}

/** A contradiction, with the current state of its transfer. */
export interface OpenContradiction extends AtBank, Readonly<Contradiction> {
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
