/** Splits a grant into the part that takes effect at once and the part that waits until others agree. */
import { type Actor, recordAudit } from "#audit";
import type { Tx } from "#lib/db";
import type { MerchantMode } from "./credentials.ts";
import { AccessError } from "./errors.ts";
import { noteInfluence, settleTaken } from "./influence.ts";
import {
  type Granted,
  type Member,
  MEMBER_COLUMNS,
  type MemberRow,
  ORGANIZATION_OF_TX,
  toMember,
} from "./member.ts";
import {
  byEnvironment,
  type Grant,
  type Grants,
  type Permission,
  permissionsOf,
  POWERS,
  powersOf,
} from "./permissions.ts";

/** The whole grant for each environment in which a part of it is not given yet; empty if nothing waits. */
export type Withheld = Partial<Readonly<Record<MerchantMode, Granted>>>;

type ByMode<T> = Readonly<Record<MerchantMode, T>>;

/**
 * Splits the rights that are to be given. In the given modes, powers that the member does not hold yet are withheld.
 * All other rights are given now.
 */
export function withhold(
  wanted: ByMode<Granted>,
  held: ByMode<{ readonly permissions: readonly Permission[] }>,
  modes: readonly MerchantMode[],
): { now: ByMode<Granted>; withheld: Withheld } {
  const now = { ...wanted };
  const withheld: { -readonly [mode in MerchantMode]?: Granted } = {};
  for (const mode of modes) {
    const permissions = withoutPowers(wanted[mode].permissions, held[mode].permissions);
    if (permissions.length === wanted[mode].permissions.length) continue;
    now[mode] = { permissions, roleId: null };
    withheld[mode] = wanted[mode];
  }
  return { now, withheld };
}

/** Turns a grant whose permissions are known back into a `Grant`, which names only the role if there is one. */
export const toGrant = ({ permissions, roleId }: Granted): Grant =>
  roleId === null ? { permissions } : { roleId };

/** Permissions without the powers that are not held. */
export function withoutPowers(wanted: readonly Permission[], held: readonly Permission[]): Permission[] {
  return wanted.filter((permission) => held.includes(permission) || !POWERS.has(permission));
}

// Takes back the live powers that members gave each other in the sandbox, when the first live merchant opens.

/** A member whose live powers now wait, with the member who gave them. */
export interface WithheldAtOpening extends Member {
  readonly givenBy: string;
  readonly withheld: Withheld;
}

/**
 * Takes back, in the transaction that opens the first live merchant, what members were given in live by another member
 * and what is a power there: in a sandbox no second person was asked. Returns whom others have to be asked about. The
 * first Owner keeps everything, and what the operator gave stays.
 */
export async function withholdAtOpening(tx: Tx): Promise<WithheldAtOpening[]> {
  const rows = await tx.directory.query<MemberRow & { givenBy: string }>(READ, [tx.merchantId]);
  const waiting = rows.flatMap(({ givenBy, ...row }): WithheldAtOpening[] => {
    const nothing = { sandbox: row.sandbox, live: { permissions: [] } };
    const { now, withheld } = withhold(row, nothing, ["live"]);
    return withheld.live === undefined ? [] : [{ ...toMember({ ...row, ...now }), givenBy, withheld }];
  });
  await tx.directory.execute(OPEN_PASSWORDS, [tx.merchantId]);
  await tx.directory.execute(TAKE, [
    waiting.map(({ memberId }) => memberId),
    waiting.map(({ rights }) => JSON.stringify(rights.live.permissions)),
  ]);
  await recordAudit(
    tx,
    waiting.map(({ memberId, rights, withheld }) => ({
      actor: "system",
      action: "access.member_permissions_set",
      subject: `member:${memberId}`,
      detail: { mode: "live", before: withheld.live!.permissions, after: rights.live.permissions },
    })),
  );
  return waiting;
}

const READ = `
  select ${MEMBER_COLUMNS}, gift.member_id as "givenBy"
  from access.member
  cross join lateral (
    select influence.member_id
    from access.influence
    where influence.organization_id = member.organization_id
      and influence.over = 'member:' || member.member_id
      and influence.what = 'gave'
      and (influence.mode is null or influence.mode = 'live')
    order by influence.at desc
    limit 1
  ) as gift
  where member.organization_id = ${ORGANIZATION_OF_TX}
    and member.active
    and not exists (
      select from access.merchant
      where merchant.organization_id = member.organization_id
        and merchant.mode = 'live'
        and merchant.merchant_id <> $1
    )
    and member.member_id <> (
      select owner.member_id
      from access.member as owner
      where owner.organization_id = member.organization_id
        and owner.active
        and 'own_organization' = any (owner.permissions)
      order by owner.created_at, owner.member_id
      limit 1
    )
  order by member.member_id
  for no key update of member`;

// That members log in with a provider only was decided in the sandbox by one person, unless the operator did it.
const OPEN_PASSWORDS = `
  update access.organization
  set passwords_closed = false
  where organization_id = ${ORGANIZATION_OF_TX}
    and passwords_closed
    and not passwords_closed_for_live
    and not exists (
      select from access.merchant
      where merchant.organization_id = organization.organization_id
        and merchant.mode = 'live'
        and merchant.merchant_id <> $1
    )`;

// Rights that are not set for the sandbox yet are copied there first, so that the sandbox stays as it was.
const TAKE = `
  update access.member
  set sandbox_permissions = coalesce(sandbox_permissions, permissions),
    sandbox_role_id = case when sandbox_permissions is null then role_id else sandbox_role_id end,
    permissions = array(select jsonb_array_elements_text(given.kept)), role_id = null
  from unnest($1::uuid[], $2::jsonb[]) as given (member_id, kept)
  where member.member_id = given.member_id`;

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
  const [member] = await tx.directory.query<MemberRow>(LOCK, [tx.merchantId, memberId]);
  if (member === undefined || member.mode !== mode) return false;
  if (!isStill(was, member[mode].permissions)) return false;
  const [role] =
    granted.roleId === null ? [granted] : await tx.directory.query<Granted>(READ_ROLE, [granted.roleId]);
  if (role === undefined || !isStill(granted.permissions, role.permissions)) return false;
  // If the role has gained permissions since then, even harmless ones, the approvers did not see them.
  const isSame = role.permissions.length === granted.permissions.length;
  const given = isSame ? granted : { permissions: granted.permissions, roleId: null };
  const rights = { live: member.live, sandbox: member.sandbox, [mode]: given };
  await tx.directory.execute(GIVE, [
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
