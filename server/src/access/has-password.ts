import type { Context } from "#lib/context";
import { isPassword } from "./hash-password.ts";
import { inOrganization } from "./in-organization.ts";

/** Whether a member's password is this one; false for one who has none. For seeds: it counts no failures. */
export async function hasPassword(
  ctx: Pick<Context, "db">,
  { organizationId, memberId, password }: { organizationId: string; memberId: string; password: string },
): Promise<boolean> {
  const [member] = await inOrganization(ctx, organizationId, (tx) =>
    tx.query<{ kept: string | null }>(
      "select password_hash as kept from access.member where organization_id = $1 and member_id = $2",
      [organizationId, memberId],
    ),
  );
  const kept = member?.kept ?? null;
  return kept !== null && (await isPassword(password, kept));
}
