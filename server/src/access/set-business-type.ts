import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { BusinessType } from "./business-type.ts";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./in-organization.ts";

/**
 * Notes what kind of business an organization is. What was opened while it was of another kind stays open.
 * Throws AccessError.organization_not_found.
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
