import type { Tx } from "#lib/db";
import type { BusinessType } from "./business-type.ts";

/** What kind of business the merchant of the transaction belongs to; null: no one has said yet. */
export async function readBusinessType(tx: Tx): Promise<BusinessType | null> {
  const [row] = await tx.query<{ business_type: BusinessType | null }>(
    `select organization.business_type
     from access.merchant
     join access.organization on organization.organization_id = merchant.organization_id
     where merchant.merchant_id = $1`,
    [tx.merchantId],
  );
  return row?.business_type ?? null;
}
