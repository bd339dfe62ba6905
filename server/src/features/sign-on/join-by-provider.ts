/** Members whom the provider adds, and whose roles follow its claims. */
import { AccessError, addMember, type Grant, type Role, ROLES } from "#access";
import { ApprovalError, askForRights, changeRights, withGuards } from "#approvals";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { SignOnError } from "./errors.ts";
import { noteIdentity } from "./identity.ts";
import type { Claims } from "./openid.ts";
import type { Joins, Provider } from "./provider.ts";

/**
 * Adds a member for a person whom the provider names, with the role of the claim. The Owner who connected the provider
 * counts as having given the role, so powers wait in live for another person. Throws `not_a_member` if the provider
 * adds no members, `no_role`, and AccessError `ticket_invalid` if the person was added meanwhile.
 */
export async function joinByProvider(
  ctx: Context,
  provider: Provider,
  { claims, email }: { claims: Claims; email: string },
): Promise<string> {
  const { organizationId, joins } = provider;
  if (joins === null) throw SignOnError.not_a_member();
  const role = roleIn(claims, joins);
  if (role === null) throw SignOnError.no_role();
  const by = giverOf(provider);
  if (by === null) throw SignOnError.not_a_member();
  const member = { organizationId, email, name: nameIn(claims, email), grant: grantOf(role), by };
  const memberId = await refusing(() =>
    withGuards(ctx, { organizationId, by }, async ({ guards, check }) => {
      const added = await addMember(ctx, { ...member, withholdIn: [...guards.keys()], check });
      await askForRights(ctx, { ...added, guards, by });
      return added.memberId;
    }),
  );
  const identity = { provider, memberId, subject: claims.sub, claimedRole: role };
  await ctx.db.inMerchant(organizationId, (tx) => noteIdentity(tx, identity));
  return memberId;
}

/**
 * Gives a member that the provider has added the role that its claim names now, if it is another one than before.
 * Throws `no_role`.
 */
export async function followRole(
  ctx: Context,
  provider: Provider,
  { memberId, claimedRole, claims }: { memberId: string; claimedRole: string | null; claims: Claims },
): Promise<void> {
  const { organizationId, joins } = provider;
  if (joins === null) return;
  const role = roleIn(claims, joins);
  if (role === null) throw SignOnError.no_role();
  if (role === claimedRole) return;
  const by = giverOf(provider);
  if (by === null) throw SignOnError.no_role();
  const action = "access.member_permissions_set";
  try {
    await refusing(() => changeRights(ctx, organizationId, { memberId, grant: grantOf(role), action, by }));
  } catch (error) {
    // Rights that another member has asked for are decided about first, and the claim is tried again later.
    if (ApprovalError.is(error, "already_open")) return;
    throw error;
  }
  await ctx.db.directory((tx) => tx.execute(NOTE_ROLE, [memberId, provider.issuer, role]));
}

/** Rights by a claim are always a member's gift: what the operator gives waits for no second person. */
const giverOf = ({ madeBy }: Provider): Actor | null => (madeBy === null ? null : `member:${madeBy}`);

/** Turns refusals of the Owner who connected the provider into one of the person who logs in. */
async function refusing<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const isOfGiver = ["not_permitted", "not_yours_to_give", "role_not_found"] as const;
    if (isOfGiver.some((code) => AccessError.is(error, code))) throw SignOnError.no_role();
    if (AccessError.is(error, "bad_email")) throw SignOnError.domain_not_allowed();
    // Another log-in of the same person has added the member meanwhile.
    if (AccessError.is(error, "email_taken")) throw AccessError.ticket_invalid();
    throw error;
  }
}

/** Returns the role of the first value in the list that the claim has; null if it has none. */
function roleIn(claims: Claims, { claim, roles }: Joins): string | null {
  const said = [claims[claim]].flat();
  return roles.find(({ value }) => said.includes(value))?.role ?? null;
}

const grantOf = (role: string): Grant =>
  Object.hasOwn(ROLES, role) ? { role: role as Role } : { roleId: role };

/** A name as people have it; the first part of the address if the provider names something else. */
function nameIn({ name }: Claims, email: string): string {
  const isName = typeof name === "string" && /^[\p{L}\p{M}\p{N} .'’-]{1,100}$/u.test(name.trim());
  const ofAddress = email
    .split("@")[0]!
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();
  return isName && !/\.\S/.test(name) ? name.trim() : ofAddress || "Member";
}

const NOTE_ROLE = `
  update sign_on.identity
  set claimed_role = $3
  where member_id = $1 and issuer = $2`;
