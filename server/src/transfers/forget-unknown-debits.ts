import type { Tx } from "#lib/db";
import { STATED, type UnknownDebit } from "./keep-unknown-debits.ts";

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
