import { isDeepStrictEqual } from "node:util";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { DirectoryTx, Tx } from "#lib/db";
import type { MerchantMode } from "./credentials.ts";
import { AccessError } from "./errors.ts";
import { resolveGrants, type Withheld, withhold } from "./grants.ts";
import {
  endOwnerChange,
  holdOwnerChange,
  noteOwnerChange,
  stopIfWaiting,
  takesFromOwner,
} from "./hold-owner-change.ts";
import { findGivenBack, noteInfluence, settleTaken } from "./influence.ts";
import { type Granted, type Member, SANDBOX_PERMISSIONS, toMember } from "./member.ts";
import { cleanName } from "./names.ts";
import { inOrganization } from "./organization.ts";
import { type Grants, type Permission, powersOf } from "./permissions.ts";
import { type Held, lockForChange, memberOf, NOTHING, requireMayGive } from "./require-permission.ts";
import { requireEmergencyOwner } from "./sign-on-rule.ts";
import { endSessions } from "./sessions.ts";
import { FORMER_NAME_DAYS } from "./show-people.ts";

export interface MemberChange {
  readonly memberId: string;
  readonly grant?: Grants;
  readonly active?: boolean;
  readonly action: "access.member_permissions_set" | "access.member_disabled" | "access.member_enabled";
  /**
   * In these environments, powers that the member does not hold are not given yet, because others have to agree first.
   */
  readonly withholdIn?: readonly MerchantMode[];
  readonly check?: CheckChange;
  /** True if the change has waited for a day already. It is then made only if it still waits. */
  readonly hasWaited?: boolean;
  readonly by: Actor;
}

/** The environments in which a change takes something away, or powers of it are given back or wait. */
interface Changing {
  readonly takes: readonly MerchantMode[];
  /** All environments in which something changes or waits; absent if the change acts in both. */
  readonly changes?: readonly MerchantMode[];
  readonly givesBack?: readonly MerchantMode[];
  readonly waits?: readonly MerchantMode[];
}

/**
 * Judges a change before anything is written, while no other change can be made in the organization. If it throws, the
 * change is refused with that error.
 */
export type CheckChange = (tx: Tx, change: Changing) => void | Promise<void>;

/** The member at present, with the rights that were withheld. */
export interface ChangedMember extends Member {
  readonly withheld: Withheld;
  /** The time when a change that takes live rights from another Owner takes effect; null if it has taken effect. */
  readonly waitsUntil: Date | null;
}

/**
 * Changes what a member may do, and returns the member as it is then. Decisions that depend on the old permissions are
 * committed first. A change that takes live rights from another Owner waits; any other change replaces one that waits.
 * Throws `member_not_found`, `role_not_found`, `not_permitted`, `not_yours_to_give`, `last_manager` when no member
 * would be left who may manage members, and `emergency_owner_needed`.
 */
export async function changeMember(
  ctx: Context,
  organizationId: string,
  change: MemberChange,
): Promise<ChangedMember> {
  return inOrganization(ctx, organizationId, async (tx) => {
    // Only one change is made at a time in an organization. Otherwise two managers could take the permission from each
    // other.
    await tx.query(LOCK_ORGANIZATION, [organizationId]);
    const row = await lockForChange(tx, change.by, change.memberId);
    const before = toMember(row);
    const wanted = change.grant === undefined ? row : await resolveGrants(tx, change.grant);
    // A disabled member holds nothing, so enabling a member gives all of its rights.
    const held = before.active ? before.rights : NOTHING;
    await requireMayGive(tx, change.by, { given: { sandbox: wanted.sandbox, live: wanted.live }, held });
    const isOn = change.active ?? before.active;
    const givenBack = isOn ? await findGivenBackModes(tx, change, wanted) : [];
    const modes = isOn ? (change.withholdIn ?? []).filter((mode) => !givenBack.includes(mode)) : [];
    const { now, withheld } = withhold(wanted, held, modes);
    const { sandbox, live } = now;
    const after = toMember({ ...row, sandbox, live, active: isOn });
    const takes = isOn ? MODES.filter((mode) => takenFrom(held, after.rights, mode).length > 0) : MODES;
    const givesBack = givenBack.filter((mode) => hasMorePowers(after.rights, held, mode));
    const waits = MODES.filter((mode) => withheld[mode] !== undefined);
    const isOther = (mode: MerchantMode) => !isDeepStrictEqual(before.rights[mode], after.rights[mode]);
    const changes = MODES.filter((mode) => waits.includes(mode) || isOther(mode));
    await change.check?.(tx, { takes, changes, givesBack, waits });
    const waitsUntil = await holdIfItMust(tx, change, { before, takes, after });
    if (waitsUntil !== null) return { ...before, withheld: {}, waitsUntil };
    await tx.execute(CHANGE, [
      after.memberId,
      after.active,
      live.permissions,
      live.roleId,
      sandbox.permissions,
      sandbox.roleId,
    ]);
    if (manages(before) && !manages(after)) await refuseLastManager(tx);
    await requireEmergencyOwner(tx);
    await noteChange(tx, change, { before, after, givenBack });
    if (before.active && !after.active)
      await endSessions(tx, { memberId: after.memberId, by: change.by, because: "disabled" });
    await recordAudit(tx, [
      {
        actor: change.by,
        action: change.action,
        subject: `member:${after.memberId}`,
        detail: { before: rightsOf(before), after: rightsOf(after) },
      },
    ]);
    return { ...after, withheld, waitsUntil: null };
  });
}

export const MODES = ["live", "sandbox"] as const;

interface Judged {
  readonly before: Member;
  readonly takes: readonly MerchantMode[];
  readonly after: Member;
}

/** Returns the time of a change that has to wait; null if it is made now, and nothing else waits for the member. */
async function holdIfItMust(
  tx: Tx,
  change: MemberChange,
  { before, takes, after }: Judged,
): Promise<Date | null> {
  const { by, memberId, hasWaited: isDue = false } = change;
  if (!isDue && (await takesFromOwner(tx, { by, before, takes })))
    return holdOwnerChange(tx, { ...change, taken: takenFrom(before.rights, after.rights, "live") });
  if (!isDue) await stopIfWaiting(tx, { memberId, by });
  else if (!(await endOwnerChange(tx, { memberId, isDue }))) throw AccessError.reset_not_found();
  return null;
}

const takenFrom = (held: Held, kept: Held, mode: MerchantMode): Permission[] =>
  held[mode].permissions.filter((permission) => !kept[mode].permissions.includes(permission));

const hasMorePowers = (these: Held, those: Held, mode: MerchantMode): boolean =>
  powersOf(these[mode].permissions).some((power) => !those[mode].permissions.includes(power));

/** Environments in which the member gets back what another took. */
async function findGivenBackModes(
  tx: Tx,
  { by, memberId }: MemberChange,
  wanted: Readonly<Record<MerchantMode, Granted>>,
): Promise<MerchantMode[]> {
  const gifts = MODES.map((mode) => ({ memberId, mode, permissions: wanted[mode].permissions }));
  return (await findGivenBack(tx, by, gifts)).map(({ mode }) => mode);
}

/**
 * Records powers that were given and taken, for each environment: for a day, the giver does not approve what they made
 * possible there. Rights that were given back do not count. An Owner who only enables a member again can still give
 * back what was taken from the member before it was disabled.
 */
async function noteChange(
  tx: Tx,
  { by, grant }: MemberChange,
  { before, after, givenBack }: { before: Member; after: Member; givenBack: readonly MerchantMode[] },
): Promise<void> {
  const over = [`member:${after.memberId}`] as const;
  for (const mode of MODES) {
    const [had, has] = [before, after].map(({ active, rights }) =>
      active ? powersOf(rights[mode].permissions) : [],
    );
    const isMore = has!.some((one) => !had!.includes(one));
    const isGivenBack = givenBack.includes(mode);
    const isOnlyEnabled = isGivenBack && grant === undefined;
    if ((isMore && !isOnlyEnabled) || memberOf(by) === null) await settleTaken(tx, over, { mode });
    if (isMore && !isGivenBack) await noteInfluence(tx, by, over, { mode });
    if (had!.some((one) => !has!.includes(one)))
      await noteInfluence(tx, by, over, { what: "took", mode, former: had! });
  }
}

/** Throws `last_manager` when no member of the transaction's organization may manage members in both environments. */
export async function refuseLastManager(tx: Tx): Promise<void> {
  const managers = await tx.query(FIND_MANAGER, [tx.merchantId]);
  if (managers.length === 0) throw AccessError.last_manager();
}

const manages = ({ active, rights }: Member): boolean =>
  active && Object.values(rights).every(({ permissions }) => permissions.includes("manage_members"));

const rightsOf = ({ active, rights: { live, sandbox } }: Member) => ({
  active,
  permissions: live.permissions,
  sandboxPermissions: sandbox.permissions,
});

const LOCK_ORGANIZATION = `
  select
  from access.organization
  where organization_id = $1
  for no key update`;

const CHANGE = `
  update access.member
  set active = $2, permissions = $3, role_id = $4, sandbox_permissions = $5, sandbox_role_id = $6
  where member_id = $1`;

const FIND_MANAGER = `
  select
  from access.member
  where organization_id = $1
    and active
    and 'manage_members' = any (permissions)
    and 'manage_members' = any (${SANDBOX_PERMISSIONS})
  limit 1`;

/**
 * Disables a member. After the commit it may do nothing, and its approvals do not count. Throws like `changeMember`.
 */
export async function disableMember(
  ctx: Context,
  organizationId: string,
  { memberId, by }: { memberId: string; by: Actor },
): Promise<ChangedMember> {
  return changeMember(ctx, organizationId, { memberId, active: false, action: "access.member_disabled", by });
}

/** Enables a disabled member with its former rights. Throws like `changeMember`. */
export async function enableMember(
  ctx: Context,
  organizationId: string,
  { memberId, by }: { memberId: string; by: Actor },
): Promise<ChangedMember> {
  return changeMember(ctx, organizationId, { memberId, active: true, action: "access.member_enabled", by });
}

/** Gives a member exactly these permissions, in both environments or in each its own. Throws like `changeMember`. */
export async function setPermissions(
  ctx: Context,
  organizationId: string,
  { memberId, grant, by }: { memberId: string; grant: Grants; by: Actor },
): Promise<ChangedMember> {
  return changeMember(ctx, organizationId, { memberId, grant, action: "access.member_permissions_set", by });
}

/**
 * Gives a member a new name of its own choice. Approvers see the former name beside it for 30 days. Throws `bad_name`.
 */
export async function renameMember(
  ctx: Context,
  { organizationId, memberId }: { organizationId: string; memberId: string },
  wanted: string,
): Promise<{ name: string }> {
  const name = cleanName(wanted);
  return inOrganization(ctx, organizationId, async (tx) => {
    const [before] = await tx.query<{ name: string }>(LOCK, [memberId]);
    if (before === undefined || before.name === name) return { name };
    await keepFormerName(tx, memberId, before.name);
    await tx.execute(RENAME, [memberId, name]);
    const by = `member:${memberId}` as const;
    const detail = { before: before.name, name };
    await recordAudit(tx, [{ actor: by, action: "access.member_renamed", subject: by, detail }]);
    return { name };
  });
}

/** Stores the former name of a member, for approvers. */
export async function keepFormerName(tx: DirectoryTx, memberId: string, name: string): Promise<void> {
  await tx.execute(KEEP_FORMER, [memberId, name, FORMER_NAME_DAYS]);
}

const LOCK = `
  select name
  from access.member
  where member_id = $1
  for no key update`;

const KEEP_FORMER = `
  with forgotten as (
    delete from access.former_name
    where member_id = $1 and ended_at <= now() - make_interval(days => $3)
  )
  insert into access.former_name (member_id, name)
  values ($1, $2)`;

const RENAME = `
  update access.member
  set name = $2
  where member_id = $1`;

interface DueChange {
  readonly memberId: string;
  readonly askedBy: string;
  readonly grants: Grants | null;
}

/** Finds at most 100 organizations in which a change to an Owner is due. */
export async function findDueOwnerChanges(ctx: Context): Promise<string[]> {
  const rows = await ctx.db.directory((tx) => tx.query<{ id: string }>(FIND_DUE));
  return rows.map(({ id }) => id);
}

/**
 * Carries out the changes to Owners of an organization whose day is over, but only what they take: a right that the
 * member does not hold then is not given. A change lapses if it could not be made any more, for example because its
 * maker is no longer an Owner.
 */
export async function completeOwnerChanges(ctx: Context, organizationId: string): Promise<void> {
  const due = await inOrganization(ctx, organizationId, (tx) =>
    tx.query<DueChange>(READ_DUE, [organizationId]),
  );
  for (const change of due)
    try {
      await complete(ctx, organizationId, change);
    } catch (error) {
      if (!AccessError.is(error)) throw error;
      await lapse(ctx, organizationId, change);
    }
}

async function complete(
  ctx: Context,
  organizationId: string,
  { memberId, askedBy, grants }: DueChange,
): Promise<void> {
  const what =
    grants === null
      ? ({ active: false, action: "access.member_disabled" } as const)
      : ({ grant: grants, action: "access.member_permissions_set" } as const);
  const by = `member:${askedBy}` as const;
  await changeMember(ctx, organizationId, { memberId, ...what, withholdIn: MODES, hasWaited: true, by });
}

/** A change that was stopped in the meantime cannot lapse. */
async function lapse(ctx: Context, organizationId: string, { memberId, askedBy }: DueChange): Promise<void> {
  await inOrganization(ctx, organizationId, async (tx) => {
    if (!(await endOwnerChange(tx, { memberId, isDue: true }))) return;
    const action = "access.owner_change_lapsed";
    await noteOwnerChange(tx, { memberId, by: "system", action, detail: { askedBy } });
  });
}

const FIND_DUE = `
  select distinct organization_id as id
  from access.owner_change
  where due_at <= now()
  limit 100`;

const READ_DUE = `
  select member_id as "memberId", asked_by as "askedBy", grants
  from access.owner_change
  where organization_id = $1 and due_at <= now()
  order by due_at, member_id`;
