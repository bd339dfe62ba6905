import { type Actor, recordAudit } from "#audit";
import type { Tx } from "#lib/db";
import type { MerchantMode } from "./credentials.ts";
import { AccessError } from "./errors.ts";
import { noteInfluence, settleTaken } from "./influence.ts";
import { type Granted, MEMBER_COLUMNS, type MemberRow, ORGANIZATION_OF_TX } from "./member.ts";
import {
  byEnvironment,
  type Grant,
  type Grants,
  type Permission,
  permissionsOf,
  powersOf,
} from "./permissions.ts";

/**
 * Returns the rights that grants give in the transaction's organization, in each environment. Throws `role_not_found`.
 */
export async function resolveGrants(
  tx: Tx,
  grants: Grants,
): Promise<Readonly<Record<MerchantMode, Granted>>> {
  const { sandbox, live } = byEnvironment(grants);
  return { sandbox: await resolveGrant(tx, sandbox), live: await resolveGrant(tx, live) };
}

async function resolveGrant(tx: Tx, grant: Grant): Promise<Granted> {
  if (!("roleId" in grant)) return { permissions: permissionsOf(grant), roleId: null };
  const [role] = await tx.query<Granted>(READ_OWN_ROLE, [tx.merchantId, grant.roleId]);
  if (role === undefined) throw AccessError.role_not_found({ roleId: grant.roleId });
  return role;
}

// The lock is shared, and a role that is changed meanwhile changes its members after this.
const READ_OWN_ROLE = `
  select permissions, role_id as "roleId"
  from access.role
  where organization_id = $1 and role_id = $2
  for share`;

interface GrantToComplete {
  readonly memberId: string;
  readonly mode: MerchantMode;
  readonly granted: Granted;
  /** The rights that the member had when approval was requested. */
  readonly was: readonly Permission[];
  readonly by: Actor;
}

/**
 * Gives a member the rights that others have approved in one environment, in the transaction of the last approval.
 * Returns whether it did: it does not if the member or the role has lost something since, or has another power, or if
 * approval was requested in the other environment.
 */
export async function completeGrant(
  tx: Tx,
  { memberId, mode, granted, was, by }: GrantToComplete,
): Promise<boolean> {
  const [member] = await tx.query<MemberRow>(LOCK, [tx.merchantId, memberId]);
  if (member === undefined || member.mode !== mode) return false;
  if (!isStill(was, member[mode].permissions)) return false;
  const [role] = granted.roleId === null ? [granted] : await tx.query<Granted>(READ_ROLE, [granted.roleId]);
  if (role === undefined || !isStill(granted.permissions, role.permissions)) return false;
  // If the role has gained permissions since then, even harmless ones, the approvers did not see them.
  const isSame = role.permissions.length === granted.permissions.length;
  const given = isSame ? granted : { permissions: granted.permissions, roleId: null };
  const rights = { live: member.live, sandbox: member.sandbox, [mode]: given };
  await tx.execute(GIVE, [
    memberId,
    rights.live.permissions,
    rights.live.roleId,
    rights.sandbox.permissions,
    rights.sandbox.roleId,
  ]);
  await settleTaken(tx, [`member:${memberId}`], { mode });
  await noteInfluence(tx, by, [`member:${memberId}`], { mode });
  await recordAudit(tx, [
    {
      actor: by,
      action: "access.member_permissions_set",
      subject: `member:${memberId}`,
      detail: { mode, before: was, after: granted.permissions },
    },
  ]);
  return true;
}

/** If something was taken or a power was given since, one member could end what another has asked for. */
const isStill = (then: readonly Permission[], now: readonly Permission[]): boolean =>
  then.every((permission) => now.includes(permission)) &&
  powersOf(now).every((permission) => then.includes(permission));

const LOCK = `
  select ${MEMBER_COLUMNS}
  from access.member
  where member.organization_id = ${ORGANIZATION_OF_TX} and member.member_id = $2 and member.active
  for no key update`;

const READ_ROLE = `
  select permissions, role_id as "roleId"
  from access.role
  where role_id = $1
  for share`;

const GIVE = `
  update access.member
  set permissions = $2, role_id = $3, sandbox_permissions = $4, sandbox_role_id = $5
  where member_id = $1`;
