import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./organization.ts";

/** The kinds of business that India's banks tell apart. A limited liability partnership is a partnership. */
export const BUSINESS_TYPES = [
  "proprietorship",
  "partnership",
  "private_limited",
  "public_limited",
  "trust",
  "society",
] as const;

export type BusinessType = (typeof BUSINESS_TYPES)[number];

/** Reads the business type of the organization that owns the transaction's merchant; null if it is not set yet. */
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

/**
 * Sets the type of business of an organization. Things that were opened under another type stay open. Throws
 * AccessError.organization_not_found.
 */
export async function setBusinessType(
  ctx: Pick<Context, "db">,
  organizationId: string,
  { businessType, by }: { businessType: BusinessType; by: Actor },
): Promise<void> {
  await inOrganization(ctx, organizationId, async (tx) => {
    const count = await tx.execute(
      `update access.organization
       set business_type = $2
       where organization_id = $1`,
      [organizationId, businessType],
    );
    if (count === 0) throw AccessError.organization_not_found({ organizationId });
    const subject = `organization:${organizationId}`;
    await recordAudit(tx, [
      { actor: by, action: "access.business_type_set", subject, detail: { businessType } },
    ]);
  });
}
