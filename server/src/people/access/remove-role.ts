import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { violates } from "#lib/db";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./organization.ts";
import { requirePermission } from "./require-permission.ts";

/**
 * Removes a custom role that no member has. Throws `role_in_use`, `role_not_found`, `not_permitted`.
 */
export async function removeRole(
  ctx: Context,
  organizationId: string,
  { roleId, by }: { roleId: string; by: Actor },
): Promise<void> {
  try {
    await inOrganization(ctx, organizationId, async (tx) => {
      await requirePermission(tx, by, "manage_members");
      const removed = await tx.execute(REMOVE, [organizationId, roleId]);
      if (removed === 0) throw AccessError.role_not_found({ roleId });
      await recordAudit(tx, [{ actor: by, action: "access.role_removed", subject: `role:${roleId}` }]);
    });
  } catch (error) {
    const isInUse = ["member_role_id_fkey", "member_sandbox_role_id_fkey"].some((name) =>
      violates(error, name),
    );
    if (isInUse) throw AccessError.role_in_use();
    throw error;
  }
}

const REMOVE = `
  delete from access.role
  where organization_id = $1 and role_id = $2`;
