/** Debits that no payment explains yet. */
import type { Tx } from "#lib/db";
import { sealFields } from "#lib/seals";

/** A debit of a bank account with a reference that is not known here. */
export interface UnknownDebit {
  readonly bankId: string;
  readonly reference: string;
  readonly amountPaise: bigint;
  readonly utr: string | null;
  /** The statement line. */
  readonly lineId: string;
}

/**
 * Stores debits that a statement shows under unknown references, in the caller's transaction. If a transfer
 * later turns out to have such a reference, it counts as paid and is not sent again.
 */
export async function keepUnknownDebits(tx: Tx, debits: readonly UnknownDebit[]): Promise<void> {
  if (debits.length === 0) return;
  await tx.execute(
    `insert into transfers.stray_news (merchant_id, bank_id, reference, fact_key, news, arrived_at)
     select $1, bank_id, reference, fact_key, news, $2
     from unnest($3::text[], $4::text[], $5::text[], $6::jsonb[]) as stray (bank_id, reference, fact_key, news)
     on conflict (merchant_id, bank_id, reference, fact_key) do update set matched_at = null`,
    [
      tx.merchantId,
      tx.now,
      debits.map(({ bankId }) => bankId),
      debits.map(({ reference }) => reference),
      debits.map(({ lineId }) => `${STATED}${lineId}`),
      debits.map(({ utr, amountPaise }) => {
        const outcome = {
          kind: "succeeded",
          code: "",
          text: "on a statement",
          utr: utr ?? "",
          credited: false,
        };
        return JSON.stringify({ outcome: sealFields(tx, ["text"], outcome), amount: amountPaise.toString() });
      }),
    ],
  );
}

/** Prefix of the line's ID in the key of news from a statement. */
export const STATED = "line:";

/** Stops looking up transfers of debits that the bank no longer states, in the caller's transaction. */
export async function forgetUnknownDebits(
  tx: Tx,
  debits: readonly Pick<UnknownDebit, "bankId" | "reference" | "lineId">[],
): Promise<void> {
  if (debits.length === 0) return;
  await tx.execute(
    `update transfers.stray_news
     set matched_at = $2
     from unnest($3::text[], $4::text[], $5::text[]) as gone (bank_id, reference, fact_key)
     where stray_news.merchant_id = $1
       and stray_news.bank_id = gone.bank_id
       and stray_news.reference = gone.reference
       and stray_news.fact_key = gone.fact_key`,
    [
      tx.merchantId,
      tx.now,
      debits.map(({ bankId }) => bankId),
      debits.map(({ reference }) => reference),
      debits.map(({ lineId }) => `${STATED}${lineId}`),
    ],
  );
}
