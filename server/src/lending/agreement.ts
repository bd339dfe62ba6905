/** What a merchant (the originator) and its lender have agreed on. */
import type { Tx } from "#lib/db";

export interface Agreement {
  /** Counts from 1; the highest is in force. */
  readonly version: number;
  readonly lenderName: string;
  /** Whole percents; both total 100. */
  readonly lenderPercent: number;
  readonly originatorPercent: number;
  /** Whether loans may be made under it. */
  readonly enabled: boolean;
  readonly agreedAt: Date;
}

/** The agreement in force; null where there never was one. */
export async function readAgreement(tx: Tx): Promise<Agreement | null> {
  const [agreement] = await tx.query<Agreement>(
    `select version, lender_name as "lenderName", lender_percent as "lenderPercent",
       originator_percent as "originatorPercent", enabled, agreed_at as "agreedAt"
     from lending.agreement
     where merchant_id = $1
     order by version desc
     limit 1`,
    [tx.merchantId],
  );
  return agreement ?? null;
}
