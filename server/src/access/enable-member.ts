import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { changeMember } from "./change-member.ts";
import type { Member } from "./member.ts";

/** Gives a disabled member back what it was permitted. Throws like `changeMember`. */
export async function enableMember(
  ctx: Context,
  organizationId: string,
  { memberId, by }: { memberId: string; by: Actor },
): Promise<Member> {
  return changeMember(ctx, organizationId, { memberId, active: true, action: "access.member_enabled", by });
}
