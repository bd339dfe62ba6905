import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { changeMember, type ChangedMember } from "./change-member.ts";

/** Gives a disabled member back what it was permitted. Throws like `changeMember`. */
export async function enableMember(
  ctx: Context,
  organizationId: string,
  { memberId, by }: { memberId: string; by: Actor },
): Promise<ChangedMember> {
  return changeMember(ctx, organizationId, { memberId, active: true, action: "access.member_enabled", by });
}
