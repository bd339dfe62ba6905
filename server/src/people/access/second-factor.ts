/**
 * In live a second factor is required of all members who may do more than prepare and see, and by policy of everyone.
 */
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Reader, Tx } from "#lib/db";
import type { OwnSession } from "./authenticator.ts";
import type { MerchantMode } from "./credentials.ts";
import { AccessError } from "./errors.ts";
import { noteFactorReset } from "./influence.ts";
import { MODE_OF_TX, ORGANIZATION_OF_TX } from "./member.ts";
import { inOrganization } from "./organization.ts";
import { type Permission, ROLES } from "./permissions.ts";
import { readPermissions, requirePermission } from "./require-permission.ts";
import { endSessions, type Session, type SessionMerchant } from "./sessions.ts";

/**
 * Payments with these permissions need another member's approval if the policies say so, and nothing else follows from
 * them.
 */
const NEEDS_NONE: ReadonlySet<Permission> = new Set([...ROLES.initiator, ...ROLES.viewer]);

/** True if using these permissions in live requires a second factor. The role's permissions decide, not its name. */
const takeSecondFactor = (permissions: ReadonlySet<Permission>): boolean =>
  [...permissions].some((permission) => !NEEDS_NONE.has(permission));

interface Facts {
  readonly forAll: boolean;
  readonly mode: MerchantMode;
  readonly permissions: ReadonlySet<Permission>;
}

const isCompulsory = ({ forAll, mode, permissions }: Facts): boolean =>
  forAll || (mode === "live" && takeSecondFactor(permissions));

/**
 * True if a session may not act on a merchant until its member has a second factor. A merchant of null stands for the
 * organization.
 */
export function lacksSecondFactor(session: Session, merchant: SessionMerchant | null): boolean {
  const { mode, permissions } = merchant ?? session;
  return !session.secondFactor && isCompulsory({ forAll: session.secondFactorForAll, mode, permissions });
}

/** Keeps the last second factor of a member who must have one. Throws `factor_compulsory`. */
export async function requireFactorLeft(tx: Tx, memberId: string): Promise<void> {
  if (hasSecondFactor(await readFactors(tx, memberId))) return;
  const [facts] = await tx.query<Omit<Facts, "permissions">>(READ_SECOND_FACTOR, [tx.merchantId]);
  const { forAll, mode } = facts!;
  const permissions = (await readPermissions(tx, [memberId])).get(memberId)?.rights.live ?? new Set();
  if (isCompulsory({ forAll, mode, permissions })) throw AccessError.factor_compulsory();
  if ((await tx.query(FIND_EMERGENCY, [memberId])).length > 0) throw AccessError.factor_compulsory();
}

/**
 * Requires a second factor of every member from now on, or no longer of those who need none. Throws `not_permitted` for
 * a member who may not manage members.
 */
export async function setSecondFactorForAll(
  ctx: Context,
  organizationId: string,
  { forAll, by }: { forAll: boolean; by: Actor },
): Promise<void> {
  await inOrganization(ctx, organizationId, (tx) => writeSecondFactorForAll(tx, { forAll, by }));
}

/** Does the work of `setSecondFactorForAll` in a transaction of the organization or of one of its merchants. */
export async function writeSecondFactorForAll(
  tx: Tx,
  { forAll, by }: { forAll: boolean; by: Actor },
): Promise<void> {
  await requirePermission(tx, by, "manage_members");
  const [changed] = await tx.directory.query<{ organizationId: string }>(SET, [tx.merchantId, forAll]);
  if (changed === undefined) return;
  const subject = `organization:${changed.organizationId}`;
  await recordAudit(tx, [
    { actor: by, action: "access.second_factor_policy_set", subject, detail: { forAll } },
  ]);
}

/** Returns true if every member of the transaction's organization needs a second factor, in the sandbox too. */
export async function readSecondFactorForAll(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<Omit<Facts, "permissions">>(READ_SECOND_FACTOR, [tx.merchantId]);
  return row!.forAll;
}

const READ_SECOND_FACTOR = `
  select second_factor_for_all as "forAll", ${MODE_OF_TX} as mode
  from access.organization
  where organization_id = ${ORGANIZATION_OF_TX}`;

/** The Owner who may log in without the organization's provider does so with a second factor. */
const FIND_EMERGENCY = `
  select
  from access.organization
  where emergency_member_id = $1 and passwords_closed`;

const SET = `
  update access.organization
  set second_factor_for_all = $2
  where organization_id = ${ORGANIZATION_OF_TX} and second_factor_for_all <> $2
  returning organization_id as "organizationId"`;

/** Records a change of a member's own second factors, and ends the member's other sessions. */
export async function noteFactorChange(
  tx: Tx,
  { memberId, sessionId }: OwnSession,
  change:
    | "access.authenticator_added"
    | "access.authenticator_removed"
    | "access.passkey_added"
    | "access.passkey_removed"
    | "access.codes_renewed",
): Promise<void> {
  const by = `member:${memberId}` as const;
  await recordAudit(tx, [{ actor: by, action: change, subject: by }]);
  if (change.endsWith("_added") && countFactors(await readFactors(tx, memberId)) === 1)
    await noteFactorReset(tx, memberId);
  await endSessions(tx, { memberId, exceptId: sessionId, by, because: "second_factor_changed" });
}

const countFactors = ({ authenticator, passkeys }: Factors): number => (authenticator ? 1 : 0) + passkeys;

/** The second factors that a member has set up. */
export interface Factors {
  readonly authenticator: boolean;
  readonly passkeys: number;
  /** Recovery codes that are not used yet. */
  readonly recoveryCodes: number;
}

export async function readFactors(read: Reader, memberId: string): Promise<Factors> {
  const [factors] = await read.query<Factors>(READ_FACTORS, [memberId]);
  return factors!;
}

/** True if the member must give a second factor. Recovery codes alone do not count, because they only replace one. */
export const hasSecondFactor = (factors: Factors): boolean => countFactors(factors) > 0;

/** The same as a condition on a row of `member`. */
export const HAS_SECOND_FACTOR = `(
  exists (
    select from access.authenticator
    where authenticator.member_id = member.member_id and authenticator.confirmed_at is not null
  )
  or exists (select from access.passkey where passkey.member_id = member.member_id)
)`;

const READ_FACTORS = `
  select
    exists (
      select from access.authenticator where member_id = $1 and confirmed_at is not null
    ) as authenticator,
    (select count(*)::integer from access.passkey where member_id = $1) as passkeys,
    (select count(*)::integer from access.recovery_code where member_id = $1 and used_at is null) as "recoveryCodes"`;
