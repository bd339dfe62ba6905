import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import { type Tx, violates } from "#lib/db";
import { newId } from "#lib/ids";
import { type CheckChange, MODES, refuseLastManager } from "./change-member.ts";
import { AccessError } from "./errors.ts";
import { withoutPowers } from "./grants.ts";
import { findGivenBack, type Gift, noteInfluence, settleTaken } from "./influence.ts";
import { MODE_OF_TX, ORGANIZATION_OF_TX } from "./member.ts";
import { cleanName } from "./names.ts";
import { inOrganization } from "./organization.ts";
import { type Permission, permissionsOf, POWERS, powersOf, ROLES } from "./permissions.ts";
import { memberOf, NOTHING, requireMayGive, requirePermission } from "./require-permission.ts";
import { sayPerson, showPeople } from "./show-people.ts";
import { requireEmergencyOwner } from "./sign-on-rule.ts";

interface RoleHolder {
  readonly memberId: string;
}

export interface RoleToSave {
  /** Absent for a new role. */
  readonly roleId?: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** True if powers that the role does not have are not given to it yet, because others have to agree first. */
  readonly withholds?: boolean;
  readonly check?: CheckChange;
  readonly by: Actor;
}

const NAME_MAX = 60;

/** A role as it is now, with the permissions that it would have if some of them wait; null if none does. */
export interface SavedRole {
  readonly roleId: string;
  /** The members who have it, in either environment. */
  readonly holders: readonly RoleHolder[];
  readonly withheld: readonly Permission[] | null;
  readonly was: readonly Permission[];
}

/**
 * Creates a custom role, or changes it for all members who have it. Throws `bad_role`, `bad_name`, `role_exists`,
 * `role_not_found`, `not_permitted`, `not_yours_to_give`, `last_manager`, and `owners_have_role` if it would take live
 * rights from other Owners: such a change waits, for each Owner separately.
 */
export async function saveRole(
  ctx: Context,
  organizationId: string,
  { roleId, name: given, by, withholds = false, check = () => {}, ...wanted }: RoleToSave,
): Promise<SavedRole> {
  const name = cleanName(given);
  const permissions = permissionsOf(wanted);
  if (name.length > NAME_MAX || permissions.length === 0) throw AccessError.bad_role();
  if (Object.hasOwn(ROLES, name.toLowerCase())) throw AccessError.role_exists();
  try {
    return await inOrganization(ctx, organizationId, async (tx) => {
      await tx.query(LOCK_ORGANIZATION, [organizationId]);
      await requirePermission(tx, by, "manage_members");
      const role = { roleId: roleId ?? newId(), name, permissions, by, withholds, check };
      const was = await (roleId === undefined ? makeRole(tx, role) : changeRole(tx, role));
      const waits = was.length < permissions.length;
      const holders = await readHolders(tx, role.roleId);
      return { roleId: role.roleId, holders, withheld: waits ? permissions : null, was };
    });
  } catch (error) {
    if (violates(error, "role_name_once")) throw AccessError.role_exists();
    throw error;
  }
}

const readHolders = (tx: Tx, roleId: string): Promise<RoleHolder[]> =>
  tx.query<RoleHolder>(READ_HOLDERS, [tx.merchantId, roleId]);

type Role = Required<RoleToSave>;

/** Returns the permissions that the role may have at once. */
const atOnce = ({ permissions, withholds }: Role, held: readonly Permission[]): readonly Permission[] =>
  withholds ? withoutPowers(permissions, held) : permissions;

async function makeRole(tx: Tx, role: Role): Promise<readonly Permission[]> {
  await requireMayGive(tx, role.by, { given: inBoth(role), held: NOTHING });
  await role.check(tx, { takes: [] });
  const permissions = atOnce(role, []);
  await tx.execute(MAKE, [role.roleId, tx.merchantId, role.name, permissions]);
  await note(tx, { ...role, permissions }, "access.role_made");
  return permissions;
}

async function changeRole(tx: Tx, role: Role): Promise<readonly Permission[]> {
  const [before] = await tx.query<{ permissions: Permission[] }>(LOCK, [tx.merchantId, role.roleId]);
  if (before === undefined) throw AccessError.role_not_found({ roleId: role.roleId });
  await requireMayGive(tx, role.by, { given: inBoth(role), held: inBoth(before) });
  const takes = before.permissions.some((permission) => !role.permissions.includes(permission));
  const isMore = hasPowersBeyond(role.permissions, before.permissions);
  const { isGivenBack, leftOut } = isMore ? await judgeGifts(tx, role) : GIVES_NOTHING_BACK;
  await role.check(tx, { takes: takes ? MODES : [], givesBack: isGivenBack ? MODES : [] });
  if (takes) await refuseToTakeFromOwners(tx, role);
  if (isGivenBack) await leaveOut(tx, { ...role, leftOut }, before);
  const permissions = isGivenBack ? role.permissions : atOnce(role, before.permissions);
  await writeRole(tx, { ...role, permissions, isGivenBack }, before);
  await refuseLastManager(tx);
  await requireEmergencyOwner(tx);
  await note(tx, { ...role, permissions }, "access.role_changed");
  return permissions;
}

/** The operator may do this, and a member may take a right from itself. */
async function refuseToTakeFromOwners(tx: Tx, { roleId, by }: Role): Promise<void> {
  const memberId = memberOf(by);
  if (memberId === null) return;
  const owners = await tx.query<RoleHolder>(FIND_OTHER_OWNERS, [tx.merchantId, roleId, memberId]);
  if (owners.length === 0) return;
  const people = await showPeople(
    tx,
    owners.map((owner) => owner.memberId),
  );
  const names = owners.map((owner) => sayPerson(people.get(owner.memberId)!)).join(", ");
  throw AccessError.owners_have_role({ names });
}

/** A role is given back to some members and environments, and not to others who got the role later. */
interface Judged {
  readonly isGivenBack: boolean;
  readonly leftOut: readonly Gift[];
}

const GIVES_NOTHING_BACK: Judged = { isGivenBack: false, leftOut: [] };

/**
 * A role takes effect at once for those to whom it gives back what another member took. Others are left out of it;
 * otherwise a member who gives the role to someone new could prevent that. Disabled members get nothing by it.
 */
async function judgeGifts(tx: Tx, { roleId, permissions, by }: Role): Promise<Judged> {
  const members = await tx.query<RoleMember>(READ_MEMBERS, [tx.merchantId, roleId]);
  const gifts = members.flatMap(({ memberId, active, ...has }) =>
    MODES.filter((mode) => has[mode]).map((mode) => ({ memberId, mode, permissions, active })),
  );
  const givenBack = await findGivenBack(tx, by, gifts);
  const leftOut = gifts.filter((gift) => gift.active && !givenBack.includes(gift));
  return givenBack.length > 0 ? { isGivenBack: true, leftOut } : GIVES_NOTHING_BACK;
}

/** Takes the role from members in some environments. They keep what they would have if the role waited. */
async function leaveOut(
  tx: Tx,
  { leftOut, ...role }: Role & Pick<Judged, "leftOut">,
  before: { readonly permissions: readonly Permission[] },
): Promise<void> {
  const after = withoutPowers(role.permissions, before.permissions);
  for (const mode of MODES) {
    const ids = leftOut.filter((gift) => gift.mode === mode).map(({ memberId }) => memberId);
    if (ids.length === 0) continue;
    await tx.execute(LEAVE_OUT, [ids, mode, after]);
    const over = ids.map((memberId) => `member:${memberId}` as const);
    if (hasPowersBeyond(before.permissions, after))
      await noteInfluence(tx, role.by, over, { what: "took", mode, former: powersOf(before.permissions) });
    const detail = { mode, before: before.permissions, after };
    const action = "access.member_permissions_set";
    await recordAudit(
      tx,
      over.map((subject) => ({ actor: role.by, action, subject, detail })),
    );
  }
}

/**
 * Writes a role as it is from now on, for all who have it. Powers that it gives or takes are recorded as if each member
 * had been changed. A new name gives nothing.
 */
async function writeRole(
  tx: Tx,
  { roleId, name, permissions, by, isGivenBack = false }: RoleToWrite,
  before: { readonly permissions: readonly Permission[] },
): Promise<void> {
  await tx.directory.execute(CHANGE, [roleId, name, permissions]);
  const members = await tx.directory.query<RoleMember>(CHANGE_MEMBERS, [tx.merchantId, roleId, permissions]);
  for (const mode of MODES) {
    const holders = members.filter((one) => one[mode]);
    const over = holders.map(({ memberId }) => `member:${memberId}` as const);
    // A disabled member had no powers to lose, and gets none back until it is enabled.
    const could = over.filter((_, place) => holders[place]!.active);
    const isMore = hasPowersBeyond(permissions, before.permissions);
    if (isMore || memberOf(by) === null) await settleTaken(tx, isGivenBack ? could : over, { mode });
    if (isMore && !isGivenBack) await noteInfluence(tx, by, over, { mode });
    if (!hasPowersBeyond(before.permissions, permissions)) continue;
    await noteInfluence(tx, by, could, { what: "took", mode, former: powersOf(before.permissions) });
  }
}

/** A member who has a role in these environments. */
interface RoleMember {
  readonly memberId: string;
  readonly active: boolean;
  readonly live: boolean;
  readonly sandbox: boolean;
}

interface RoleToWrite extends Omit<Role, "withholds" | "check"> {
  readonly isGivenBack?: boolean;
}

const hasPowersBeyond = (these: readonly Permission[], those: readonly Permission[]): boolean =>
  these.some((permission) => POWERS.has(permission) && !those.includes(permission));

/** A role may be given in either environment. */
const inBoth = ({ permissions }: { readonly permissions: readonly Permission[] }) => ({
  sandbox: { permissions },
  live: { permissions },
});

type Noted = Pick<Role, "roleId" | "name" | "permissions" | "by">;

async function note(tx: Tx, { roleId, name, permissions, by }: Noted, action: string): Promise<void> {
  await recordAudit(tx, [{ actor: by, action, subject: `role:${roleId}`, detail: { name, permissions } }]);
}

interface RoleToComplete {
  readonly roleId: string;
  readonly permissions: readonly Permission[];
  /** The permissions and the members (by id) that the role had when approval was requested. */
  readonly was: readonly Permission[];
  readonly heldBy: readonly string[];
  readonly by: Actor;
}

/**
 * Gives a role the permissions that others have approved, in the transaction of the last approval. Returns whether it
 * did: it does not if the role has been changed or removed since, or given to someone of whom the approvers did not
 * know, nor by an approval in the sandbox once live is open, since a role acts in both.
 */
export async function completeRole(tx: Tx, { was, heldBy, ...role }: RoleToComplete): Promise<boolean> {
  // There are two statements, so that the second one sees a live merchant whose opening the first one waited for.
  await tx.directory.query(HOLD_ORGANIZATION, [tx.merchantId]);
  if ((await tx.directory.query(FIND_LIVE_BESIDE, [tx.merchantId])).length > 0) return false;
  const [before] = await tx.directory.query<{ permissions: Permission[]; name: string }>(LOCK, [
    tx.merchantId,
    role.roleId,
  ]);
  if (before?.permissions.join() !== was.join()) return false;
  const holders = await readHolders(tx, role.roleId);
  if (holders.some(({ memberId }) => !heldBy.includes(memberId))) return false;
  const whole = { ...role, name: before.name };
  await writeRole(tx, whole, before);
  await note(tx, whole, "access.role_changed");
  return true;
}

const LOCK_ORGANIZATION = `
  select
  from access.organization
  where organization_id = $1
  for no key update`;

const HOLD_ORGANIZATION = `
  select
  from access.organization
  where organization_id = ${ORGANIZATION_OF_TX}
  for share`;

const FIND_LIVE_BESIDE = `
  select
  from access.merchant as own
  join access.merchant as other on other.organization_id = own.organization_id
  where own.merchant_id = $1 and own.mode = 'sandbox' and other.mode = 'live'
  limit 1`;

const LOCK = `
  select permissions, name
  from access.role
  where organization_id = ${ORGANIZATION_OF_TX} and role_id = $2
  for update`;

const READ_HOLDERS = `
  select member_id as "memberId"
  from access.member
  where organization_id = ${ORGANIZATION_OF_TX} and $2 in (role_id, sandbox_role_id)
  order by name, member_id`;

const FIND_OTHER_OWNERS = `
  select member_id as "memberId"
  from access.member
  where organization_id = ${ORGANIZATION_OF_TX} and role_id = $2 and member_id <> $3
    and active and 'own_organization' = any (permissions)
    and ${MODE_OF_TX} = 'live'
  order by name`;

const READ_MEMBERS = `
  select member_id as "memberId", active, role_id is not distinct from $2 as live,
    case when sandbox_permissions is null then role_id else sandbox_role_id end is not distinct from $2 as sandbox
  from access.member
  where organization_id = ${ORGANIZATION_OF_TX} and $2 in (role_id, sandbox_role_id)`;

const MAKE = `
  insert into access.role (role_id, organization_id, name, permissions)
  values ($1, $2, $3, $4)`;

const CHANGE = `
  update access.role
  set name = $2, permissions = $3
  where role_id = $1`;

// Rights that are not set for the sandbox yet are copied there first, so that the sandbox stays as it was.
const LEAVE_OUT = `
  update access.member
  set permissions = case $2 when 'live' then $3::text[] else permissions end,
    role_id = case $2 when 'live' then null else role_id end,
    sandbox_permissions = case $2 when 'sandbox' then $3::text[] else coalesce(sandbox_permissions, permissions) end,
    sandbox_role_id = case
      when $2 = 'sandbox' then null
      when sandbox_permissions is null then role_id
      else sandbox_role_id
    end
  where member_id = any ($1)`;

const CHANGE_MEMBERS = `
  update access.member
  set permissions = case when role_id = $2 then $3::text[] else permissions end,
    sandbox_permissions = case
      when sandbox_permissions is null or sandbox_role_id = $2 then $3::text[]
      else sandbox_permissions
    end,
    sandbox_role_id = case when sandbox_permissions is null then role_id else sandbox_role_id end
  where organization_id = ${ORGANIZATION_OF_TX} and $2 in (role_id, sandbox_role_id)
  returning member_id as "memberId", active, role_id is not distinct from $2 as live,
    sandbox_role_id is not distinct from $2 as sandbox`;

export interface OwnRole {
  readonly roleId: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly members: number;
}

/** The custom roles of the transaction's organization, at most 100, by name. */
export function listRoles(tx: Tx): Promise<OwnRole[]> {
  return tx.query<OwnRole>(LIST, [tx.merchantId]);
}

const LIST = `
  select role.role_id as "roleId", role.name, role.permissions,
    (
      select count(*)::integer
      from access.member
      where role.role_id in (member.role_id, member.sandbox_role_id)
    ) as members
  from access.role
  where role.organization_id = ${ORGANIZATION_OF_TX}
  order by lower(role.name)
  limit 100`;

/**
 * Removes a custom role that no member has. Throws `role_in_use`, `role_not_found`, `not_permitted`.
 */
export async function removeRole(
  ctx: Context,
  organizationId: string,
  { roleId, by }: { roleId: string; by: Actor },
): Promise<void> {
  try {
    await inOrganization(ctx, organizationId, async (tx) => {
      await requirePermission(tx, by, "manage_members");
      const removed = await tx.execute(REMOVE, [organizationId, roleId]);
      if (removed === 0) throw AccessError.role_not_found({ roleId });
      await recordAudit(tx, [{ actor: by, action: "access.role_removed", subject: `role:${roleId}` }]);
    });
  } catch (error) {
    const isInUse = ["member_role_id_fkey", "member_sandbox_role_id_fkey"].some((name) =>
      violates(error, name),
    );
    if (isInUse) throw AccessError.role_in_use();
    throw error;
  }
}

const REMOVE = `
  delete from access.role
  where organization_id = $1 and role_id = $2`;
