import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { changeMember, type ChangedMember } from "./change-member.ts";
import type { Grants } from "./permissions.ts";

/** Gives a member exactly these permissions, in both environments or in each its own. Throws like `changeMember`. */
export async function setPermissions(
  ctx: Context,
  organizationId: string,
  { memberId, grant, by }: { memberId: string; grant: Grants; by: Actor },
): Promise<ChangedMember> {
  return changeMember(ctx, organizationId, { memberId, grant, action: "access.member_permissions_set", by });
}
