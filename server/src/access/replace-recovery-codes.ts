import type { Context } from "#lib/context";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./in-organization.ts";
import { noteFactorChange } from "./note-factor-change.ts";
import { hasSecondFactor, readFactors } from "./read-factors.ts";
import { renewRecoveryCodes } from "./recovery-codes.ts";
import type { OwnSession } from "./set-up-authenticator.ts";

/**
 * Gives a member ten new recovery codes, shown once; the earlier ones stop working. Throws
 * `factor_not_found` when no second factor is set up.
 */
export async function replaceRecoveryCodes(
  ctx: Context,
  own: OwnSession,
): Promise<{ recoveryCodes: string[] }> {
  return inOrganization(ctx, own.organizationId, async (tx) => {
    if (!hasSecondFactor(await readFactors(tx, own.memberId))) throw AccessError.factor_not_found();
    const recoveryCodes = await renewRecoveryCodes(ctx, tx, own.memberId);
    await noteFactorChange(tx, own, "access.codes_renewed");
    return { recoveryCodes };
  });
}
