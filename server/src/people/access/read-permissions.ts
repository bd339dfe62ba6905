import type { Reader, Tx } from "#lib/db";
import type { MerchantMode } from "./credentials.ts";
import { MODE_OF_TX, ORGANIZATION_OF_TX, SANDBOX_PERMISSIONS } from "./member.ts";
import { allowedBy, type Permission, PERMISSIONS } from "./permissions.ts";

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
 * ask. Null stands for something that concerns the whole organization.
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
  where member.organization_id = $1 and member.active and held.permissions && $2::text[]
  order by cardinality(held.permissions), member.name
  limit $3`;
