import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { changeMember, type ChangedMember } from "./change-member.ts";

/** From the commit on the member may do nothing, and none of its approvals count. Throws like `changeMember`. */
export async function disableMember(
  ctx: Context,
  organizationId: string,
  { memberId, by }: { memberId: string; by: Actor },
): Promise<ChangedMember> {
  return changeMember(ctx, organizationId, { memberId, active: false, action: "access.member_disabled", by });
}
