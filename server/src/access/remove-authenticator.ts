import type { Context } from "#lib/context";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./in-organization.ts";
import { noteFactorChange } from "./note-factor-change.ts";
import { requireFactorLeft } from "./second-factor.ts";
import type { OwnSession } from "./set-up-authenticator.ts";

/**
 * Takes a member's own authenticator app away. The member's other sessions end. Throws `factor_not_found`,
 * and `factor_compulsory` of the last second factor of a member who must have one.
 */
export async function removeAuthenticator(ctx: Context, own: OwnSession): Promise<void> {
  await inOrganization(ctx, own.organizationId, async (tx) => {
    if ((await tx.execute(REMOVE, [own.memberId])) === 0) throw AccessError.factor_not_found();
    await requireFactorLeft(tx, own.memberId);
    await noteFactorChange(tx, own, "access.authenticator_removed");
  });
}

const REMOVE = `
  delete from access.authenticator
  where member_id = $1`;
