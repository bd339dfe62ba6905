import type { Tx } from "#lib/db";
import { type Verification, VERIFICATION_COLUMNS } from "./verification.ts";

/** Reads a verification by its number or the newest by the merchant's id of its subject; null if none. */
export async function readVerification(
  tx: Tx,
  by: { verificationNo: bigint } | { userKey: string },
): Promise<Verification | null> {
  const [column, value] =
    "verificationNo" in by ? ["verification_no", by.verificationNo] : ["user_key", by.userKey];
  const [row] = await tx.query<Verification>(
    `select ${VERIFICATION_COLUMNS}
     from beneficiaries.verification
     where merchant_id = $1
       and ${column} = $2
     order by verification_no desc
     limit 1`,
    [tx.merchantId, value],
  );
  return row ?? null;
}

export interface BulkVerification {
  readonly bulkKey: string;
  /** In the order of the request. */
  readonly rows: readonly Verification[];
}

/** Reads a bulk of verifications by the merchant's id, or the newest one; null if there is none. */
export async function readBulkVerification(tx: Tx, bulkKey: string | null): Promise<BulkVerification | null> {
  const [bulk] = await tx.query<{ bulk_id: string; bulk_key: string }>(
    `select bulk_id, bulk_key
     from beneficiaries.bulk_verification
     where merchant_id = $1
       and ($2::text is null or bulk_key = $2)
     order by requested_at desc, bulk_id desc
     limit 1`,
    [tx.merchantId, bulkKey],
  );
  if (bulk === undefined) return null;
  const rows = await tx.query<Verification>(
    `select ${VERIFICATION_COLUMNS}
     from beneficiaries.verification
     where merchant_id = $1
       and bulk_id = $2
     order by row_no`,
    [tx.merchantId, bulk.bulk_id],
  );
  return { bulkKey: bulk.bulk_key, rows };
}
