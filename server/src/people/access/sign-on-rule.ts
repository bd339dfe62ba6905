/**
 * Decides how members may log in: with a password or passkey of their own, or only with the OpenID provider of the
 * organization. The provider stands where the password stands: a second factor of the member's own stays due.
 */
import { recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Reader, Tx } from "#lib/db";
import type { OwnSession } from "./authenticator.ts";
import { AccessError } from "./errors.ts";
import { ORGANIZATION_OF_TX } from "./member.ts";
import { HAS_SECOND_FACTOR, hasSecondFactor, readFactors } from "./second-factor.ts";

interface OwnWays {
  /** True if the organization's members log in with its provider only. */
  readonly closed: boolean;
  /** True for the one Owner who may still log in with a password and a second factor. */
  readonly emergency: boolean;
}

async function readOwnWays(read: Reader, memberId: string): Promise<OwnWays> {
  const [ways] = await read.query<OwnWays>(READ, [memberId]);
  return ways ?? { closed: false, emergency: false };
}

/** Returns true if the member proves its identity by its own password, and not only by the provider. */
export async function mayUsePassword(read: Reader, memberId: string): Promise<boolean> {
  const { closed, emergency } = await readOwnWays(read, memberId);
  return !closed || emergency;
}

/**
 * Lets a member log in with a password, and returns true if it is the emergency Owner of an organization that
 * otherwise uses its provider only. That Owner needs a second factor. Throws `provider_required`.
 */
export async function checkOwnPassword(
  tx: Tx,
  memberId: string,
  { hasFactor }: { readonly hasFactor: boolean },
): Promise<boolean> {
  const { closed, emergency } = await readOwnWays(tx, memberId);
  if (closed && !(emergency && hasFactor)) throw AccessError.provider_required();
  return closed;
}

/** Refuses a log-in by anything but a password and a second factor. Throws `provider_required`. */
export async function refuseIfClosed(tx: Tx, memberId: string): Promise<void> {
  if ((await readOwnWays(tx, memberId)).closed) throw AccessError.provider_required();
}

/** Records that the emergency Owner has logged in without the provider. All Owners are notified. */
export async function noteEmergency(tx: Tx, memberId: string, ip: string): Promise<void> {
  const by = `member:${memberId}` as const;
  const action = "access.emergency_logged_in";
  await recordAudit(tx, [{ actor: by, action, subject: by, detail: { ip } }]);
}

/**
 * Requires that a member can be the one who logs in without the provider: an Owner with a password and a second
 * factor. Throws `bad_emergency_owner`.
 */
export async function requireEmergencyFit(tx: Tx, memberId: string): Promise<void> {
  const fit = await tx.directory.query(LOCK_FIT, [tx.merchantId, memberId]);
  if (fit.length === 0) throw AccessError.bad_emergency_owner();
}

/**
 * Closes passwords and passkeys for log-ins at the transaction's organization, except for one Owner, or opens them with
 * null. With `isForLive` they stay closed when the first live merchant opens. The caller has checked that the member
 * may do this. Throws `bad_emergency_owner` before it writes anything.
 */
export async function writeSignOnRule(
  tx: Tx,
  {
    emergencyMemberId,
    isForLive,
  }: { readonly emergencyMemberId: string | null; readonly isForLive: boolean },
): Promise<void> {
  if (emergencyMemberId !== null) await requireEmergencyFit(tx, emergencyMemberId);
  const isClosed = emergencyMemberId !== null;
  await tx.directory.execute(WRITE, [tx.merchantId, isClosed, emergencyMemberId, isClosed && isForLive]);
}

/**
 * Keeps the emergency Owner an active Owner, as long as passwords are closed for all others. Throws
 * `emergency_owner_needed`.
 */
export async function requireEmergencyOwner(tx: Tx): Promise<void> {
  const unfit = await tx.query(FIND_UNFIT, [tx.merchantId]);
  if (unfit.length > 0) throw AccessError.emergency_owner_needed();
}

/**
 * Records that the provider has just confirmed the member of a session anew, which allows actions that need a fresh
 * proof for five minutes. Throws `factor_needed` if the member has a second factor, which proves more, and
 * `session_invalid`.
 */
export async function noteProviderProof(
  ctx: Context,
  { organizationId, memberId, sessionId }: OwnSession,
): Promise<{ provedAt: Date }> {
  return ctx.db.inMerchant(organizationId, async (tx) => {
    if (hasSecondFactor(await readFactors(tx.directory, memberId))) throw AccessError.factor_needed();
    const [proved] = await tx.directory.query<{ provedAt: Date }>(NOTE_PROOF, [sessionId, memberId]);
    if (proved === undefined) throw AccessError.session_invalid();
    return proved;
  });
}

const READ = `
  select organization.passwords_closed as closed,
    coalesce(organization.emergency_member_id = member.member_id, false) as emergency
  from access.member
  join access.organization on organization.organization_id = member.organization_id
  where member.member_id = $1`;

const IS_OWNER = "member.active and 'own_organization' = any (member.permissions)";

const LOCK_FIT = `
  select
  from access.member
  where member.organization_id = ${ORGANIZATION_OF_TX}
    and member.member_id = $2
    and ${IS_OWNER}
    and member.password_hash is not null
    and ${HAS_SECOND_FACTOR}
  for no key update of member`;

const WRITE = `
  update access.organization
  set passwords_closed = $2, emergency_member_id = $3, passwords_closed_for_live = $4
  where organization_id = ${ORGANIZATION_OF_TX}`;

const FIND_UNFIT = `
  select
  from access.organization
  join access.member on member.member_id = organization.emergency_member_id
  where organization.organization_id = $1 and organization.passwords_closed and not (${IS_OWNER})`;

const NOTE_PROOF = `
  update access.session
  set proved_at = now()
  where session_id = $1 and member_id = $2 and ended_at is null
  returning proved_at as "provedAt"`;
