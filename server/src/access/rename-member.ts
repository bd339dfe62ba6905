import { recordAudit } from "#audit";
import type { Context } from "#lib/context";
import { cleanName } from "./clean-name.ts";
import { inOrganization } from "./in-organization.ts";

/** Gives a member the name that the member wants to go by. Throws `bad_name`. */
export async function renameMember(
  ctx: Context,
  { organizationId, memberId }: { organizationId: string; memberId: string },
  wanted: string,
): Promise<{ name: string }> {
  const name = cleanName(wanted);
  return inOrganization(ctx, organizationId, async (tx) => {
    await tx.execute(RENAME, [memberId, name]);
    const by = `member:${memberId}` as const;
    await recordAudit(tx, [{ actor: by, action: "access.member_renamed", subject: by, detail: { name } }]);
    return { name };
  });
}

const RENAME = `
  update access.member
  set name = $2
  where member_id = $1`;
