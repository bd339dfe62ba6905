import type { Context } from "#lib/context";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./organization.ts";
import { noteFactorChange, requireFactorLeft } from "./second-factor.ts";
import type { OwnSession } from "./authenticator.ts";

/**
 * Takes one of a member's own passkeys away. The member's other sessions end. Throws `factor_not_found`,
 * and `factor_compulsory` for the last second factor of a member who must have one.
 */
export async function removePasskey(
  ctx: Context,
  own: OwnSession,
  { passkeyId }: { passkeyId: string },
): Promise<void> {
  await inOrganization(ctx, own.organizationId, async (tx) => {
    const removed = await tx.execute(REMOVE, [own.memberId, passkeyId]);
    if (removed === 0) throw AccessError.factor_not_found();
    await requireFactorLeft(tx, own.memberId);
    await noteFactorChange(tx, own, "access.passkey_removed");
  });
}

const REMOVE = `
  delete from access.passkey
  where member_id = $1 and credential_id = $2`;
