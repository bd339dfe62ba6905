import type { Actor } from "#audit";
import type { Reader, Tx } from "#lib/db";
import type { MerchantMode } from "./credentials.ts";
import { AccessError } from "./errors.ts";
import {
  IS_INVITED,
  MEMBER_COLUMNS,
  type MemberRow,
  MODE_OF_TX,
  ORGANIZATION_OF_TX,
  SANDBOX_PERMISSIONS,
} from "./member.ts";
import { allowedBy, type Permission, PERMISSIONS } from "./permissions.ts";

/**
 * Lets the system pass, and members of the transaction's organization who hold the permission, which they keep until it
 * ends. Throws `not_permitted` for everyone else.
 */
export async function requirePermission(tx: Tx, by: Actor, permission: Permission): Promise<void> {
  if (by === "system" || (await isPermitted(tx, by, permission))) return;
  throw AccessError.not_permitted({ by, permission });
}

/** Returns true if an actor is a member who holds a permission, in the environment of the transaction's merchant. */
export async function isPermitted(tx: Tx, by: Actor, permission: Permission): Promise<boolean> {
  const memberId = memberOf(by);
  const found = memberId === null ? undefined : (await readPermissions(tx, [memberId])).get(memberId);
  return found?.permissions.has(permission) === true;
}

/** Returns true if an actor is a member who owns the organization, in the environment of the transaction's merchant. */
export const isOwner = (tx: Tx, by: Actor): Promise<boolean> => isPermitted(tx, by, "own_organization");

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id of the member that an actor is, or null when it is not a member. */
export function memberOf(actor: Actor): string | null {
  const id = actor.startsWith("member:") ? actor.slice("member:".length) : "";
  return UUID.test(id) ? id : null;
}

/**
 * Requires a permission of members and lets every other actor pass, because the entry point has already checked what an
 * API client or a schedule may do. For settings that the merchant API may change as well. Throws `not_permitted`.
 */
export async function requireOfMember(tx: Tx, by: Actor, permission: Permission): Promise<void> {
  if (by.startsWith("member:")) await requirePermission(tx, by, permission);
}

/** The rights of a member in each environment. */
export type Held = Readonly<Record<MerchantMode, { readonly permissions: readonly Permission[] }>>;

interface RefusedGift {
  /** The rights that the other member has afterwards. */
  readonly given: Held;
  /** The rights that the other member has now. */
  readonly held: Held;
}

/** The rights of a member who does not exist yet. */
export const NOTHING: Held = { sandbox: { permissions: [] }, live: { permissions: [] } };

/**
 * Lets a member give only what it holds in the same environment, and change an Owner only as an Owner. The system may
 * give anything. Throws `not_yours_to_give`.
 */
export async function requireMayGive(tx: Tx, by: Actor, { given, held }: RefusedGift): Promise<void> {
  const memberId = memberOf(by);
  if (by === "system" || memberId === null) return;
  const rights = (await readPermissions(tx, [memberId])).get(memberId)?.rights;
  for (const mode of ["live", "sandbox"] as const) {
    const own = rights?.[mode];
    const before = new Set(held[mode].permissions);
    const missing = given[mode].permissions.filter(
      (permission) => !before.has(permission) && own?.has(permission) !== true,
    );
    const touchesOwner = before.has("own_organization") && own?.has("own_organization") !== true;
    if (touchesOwner || missing.length > 0)
      throw AccessError.not_yours_to_give({ permissions: missing, mode });
  }
}

/** A member with the rights that it has now. */
export interface Permitted {
  readonly memberId: string;
  readonly name: string;
  readonly email: string;
  /** In the environment of the transaction's merchant. */
  readonly permissions: ReadonlySet<Permission>;
}

/** The same with what it may do in each environment. */
interface PermittedAnywhere extends Permitted {
  readonly rights: Readonly<Record<MerchantMode, ReadonlySet<Permission>>>;
}

interface Row extends Omit<Permitted, "permissions"> {
  mode: MerchantMode;
  live: Permission[];
  sandbox: Permission[];
}

/**
 * Returns the rights that members have now, by member id: in the environment of the transaction's merchant, and in
 * each. Members who are disabled or belong to another organization are left out. No permission can be taken away from
 * the others until the transaction ends, so a decision that is based on them still holds at the commit.
 */
export async function readPermissions(
  tx: Tx,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, PermittedAnywhere>> {
  if (memberIds.length === 0) return new Map();
  const rows = await tx.query<Row>(READ, [tx.merchantId, [...new Set(memberIds)]]);
  return new Map(
    rows.map(({ mode, live, sandbox, ...who }) => {
      const rights = { sandbox: allowedBy(sandbox), live: allowedBy(live) };
      return [who.memberId, { ...who, permissions: rights[mode], rights }];
    }),
  );
}

// Rows are locked in the same order and shared, so two decisions never wait for each other here.
const READ = `
  select member_id as "memberId", name, email, ${MODE_OF_TX} as mode, permissions as live,
    ${SANDBOX_PERMISSIONS} as sandbox
  from access.member
  where organization_id = ${ORGANIZATION_OF_TX}
    and member_id = any ($2::uuid[])
    and active
  order by member_id
  for share of member`;

const NAMES_MAX = 5;

/**
 * Returns the names of members who may do something in an environment, at most five, so that a refusal can say whom to
 * ask. Members who were invited and have not joined yet cannot help, so they are left out. Null stands for something
 * that concerns the whole organization.
 */
export async function whoCan(
  read: Reader,
  {
    organizationId,
    permission,
    mode,
  }: { organizationId: string; permission: Permission; mode: MerchantMode | null },
): Promise<string[]> {
  const sufficient = PERMISSIONS.filter((one) => allowedBy([one]).has(permission));
  const rows = await read.query<{ name: string }>(FIND, [organizationId, sufficient, NAMES_MAX, mode]);
  return rows.map(({ name }) => name);
}

// Members with the fewest rights come first: the approver before the owner.
const FIND = `
  select member.name
  from access.member
  cross join lateral (
    select case
      when coalesce($4::text, ${MODE_OF_TX}) = 'live' then member.permissions
      else ${SANDBOX_PERMISSIONS}
    end as permissions
  ) as held
  where member.organization_id = $1
    and member.active
    and not ${IS_INVITED}
    and held.permissions && $2::text[]
  order by cardinality(held.permissions), member.name
  limit $3`;

/**
 * Locks a member for a change by someone else. Every change of another member's rights, sessions, second factors and
 * invitations goes through here. It takes the permission to manage members, and only Owners may change an Owner,
 * whatever roles an organization creates. The system may change anyone. Throws `not_permitted`, `member_not_found`,
 * `not_yours_to_give`.
 */
export async function lockForChange(tx: Tx, by: Actor, memberId: string): Promise<MemberRow> {
  await requirePermission(tx, by, "manage_members");
  const [row] = await tx.query<MemberRow>(LOCK, [tx.merchantId, memberId]);
  if (row === undefined) throw AccessError.member_not_found({ memberId });
  if (!(await mayTouch(tx, by, row))) throw AccessError.not_yours_to_give({ permissions: [] });
  return row;
}

/**
 * Only an Owner in live may change an Owner in live. An Owner of the sandbox alone may be changed by an Owner of
 * either.
 */
async function mayTouch(tx: Tx, by: Actor, { live, sandbox }: MemberRow): Promise<boolean> {
  const owned = (
    [
      ["live", live],
      ["sandbox", sandbox],
    ] as const
  ).flatMap(([mode, { permissions }]) => (permissions.includes("own_organization") ? [mode] : []));
  const memberId = memberOf(by);
  if (owned.length === 0 || memberId === null) return owned.length === 0 || by === "system";
  const rights = (await readPermissions(tx, [memberId])).get(memberId)?.rights;
  if (owned.includes("live")) return rights?.live.has("own_organization") === true;
  return [rights?.live, rights?.sandbox].some((held) => held?.has("own_organization") === true);
}

const LOCK = `
  select ${MEMBER_COLUMNS}
  from access.member
  where member.organization_id = ${ORGANIZATION_OF_TX} and member.member_id = $2
  for no key update of member`;
