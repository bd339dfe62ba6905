/** Shows members the provider: its terms, how they prove themselves by it, and how an account is forgotten. */
import { mayUsePassword, type OwnSession, readFactors, requirePermission } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import { SignOnError } from "./errors.ts";
import { findSubject } from "./identity.ts";
import { findInForce, type ShownProvider } from "./provider.ts";

/** Returns the provider in force without its secret; null if there is none. */
export async function readProvider(ctx: Context, organizationId: string): Promise<ShownProvider | null> {
  const provider = await ctx.db.directory((tx) => findInForce(tx, organizationId));
  if (provider === null) return null;
  const { sealedSecret: _, madeBy: __, organizationId: ___, ...shown } = provider;
  return shown;
}

/** Returns how a member without a second factor can prove its identity anew. */
export async function readProofWays(
  ctx: Context,
  { organizationId, memberId }: OwnSession,
): Promise<{ factor: boolean; password: boolean; provider: boolean }> {
  return ctx.db.directory(async (tx) => {
    const { authenticator, passkeys } = await readFactors(tx, memberId);
    const factor = authenticator || passkeys > 0;
    const provider = await findInForce(tx, organizationId);
    const subject = provider && (await findSubject(tx, memberId, provider.issuer));
    const password = !factor && (await mayUsePassword(tx, memberId));
    return { factor, password, provider: !factor && subject !== null };
  });
}

/**
 * Forgets which account of the provider a member is, so that another one with the member's address can take its place.
 * Throws `identity_not_found`, and AccessError `not_permitted` for members who are no Owners.
 */
export async function unlinkMember(
  ctx: Context,
  organizationId: string,
  { memberId, by }: { memberId: string; by: Actor },
): Promise<void> {
  await ctx.db.inMerchant(organizationId, async (tx) => {
    await requirePermission({ ...tx, ...tx.directory }, by, "own_organization");
    const gone = await tx.directory.execute(UNLINK, [organizationId, memberId]);
    if (gone === 0) throw SignOnError.identity_not_found();
    const subject = `member:${memberId}`;
    await recordAudit(tx, [{ actor: by, action: "sign-on.identity_unlinked", subject }]);
  });
}

const UNLINK = `
  delete from sign_on.identity
  where organization_id = $1 and member_id = $2`;
